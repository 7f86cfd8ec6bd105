import { Outlet, useRouterState } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, type ComponentType } from 'react'
import { ConfirmHost } from '#ui/confirm.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Fab } from './fab.tsx'
import { useLayout } from './layout.ts'
import { currentView, openView } from './link-dialog-state.ts'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { menuSetting } from './ui-settings.ts'

const ProblemHost = lazy(async () => ({
  default: (await import('./problems/problem-host.tsx')).ProblemHost,
}))

/** What stands around every screen, and what can come up over any of them. */
export function Shell({ linkDialog: LinkDialog }: { linkDialog: ComponentType }) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const wide = useWide('desk')
  const layout = useLayout(pathname)
  const collapsed = useAtomValue(menuSetting) === 'collapsed'
  const view = useAtomValue(currentView)
  const open = useSetAtom(openView)
  return (
    <div
      className={styles.shell}
      data-top={(wide && layout.topBar) || undefined}
      data-side={wide && layout.nav ? (collapsed ? 'collapsed' : 'wide') : undefined}
      data-bottom={(!wide && layout.nav) || undefined}
    >
      <a className={styles.skip} href="#main" onClick={skip}>
        Skip to content
      </a>
      {wide && layout.topBar && <TopBar createButton={layout.createButton} />}
      {wide && layout.nav && <SideMenu pathname={pathname} />}
      <div className={styles.content}>
        <Outlet />
      </div>
      {!wide && layout.fab !== 'none' && (
        <Fab
          text={layout.fab === 'label' ? 'Create' : null}
          create={() => open({ name: 'create' })}
        />
      )}
      {!wide && layout.nav && <BottomBar pathname={pathname} />}
      <Suspense>{view && <LinkDialog />}</Suspense>
      <Suspense>
        <ProblemHost />
      </Suspense>
      <ConfirmHost />
      <ToastHost />
    </div>
  )
}

function skip(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
