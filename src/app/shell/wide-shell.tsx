import type { LayoutFlags } from './layout.ts'
import type { TabName } from './nav-items.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

type WideShellProps = { pathname: string; active: TabName | undefined; layout: LayoutFlags }

/** From 993 px on: the bar over everything and the menu beside the screen. */
export function WideShell({ pathname, active, layout }: WideShellProps) {
  return (
    <>
      {layout.topBar && <TopBar createButton={layout.createButton} />}
      {layout.nav && <SideMenu pathname={pathname} active={active} />}
    </>
  )
}
