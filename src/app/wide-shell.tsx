import type { LayoutFlags } from './layout.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

/** From 993 px on: the bar over everything and the menu beside the screen. */
export function WideShell({ pathname, layout }: { pathname: string; layout: LayoutFlags }) {
  return (
    <>
      {layout.topBar && <TopBar createButton={layout.createButton} />}
      {layout.nav && <SideMenu pathname={pathname} />}
    </>
  )
}
