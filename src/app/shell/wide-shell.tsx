import type { LayoutFlags } from './layout.ts'
import type { TabName } from './navigation/nav-items.ts'
import { SideMenu } from './navigation/side-menu.tsx'
import { TopBar } from './navigation/top-bar.tsx'

type WideShellProps = { pathname: string; active: TabName | undefined; layout: LayoutFlags }

/** Shows the top bar and the side menu, from 993 px on. */
export function WideShell({ pathname, active, layout }: WideShellProps) {
  return (
    <>
      {layout.topBar && <TopBar createButton={layout.createButton} />}
      {layout.nav && <SideMenu pathname={pathname} active={active} />}
    </>
  )
}
