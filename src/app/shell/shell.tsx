import { Outlet, useRouterState } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { ToastHost } from '#ui/notices/toast.tsx'
import { minWidthQuery } from '#ui/styles/breakpoints.ts'
import { useWide } from '#ui/use-media.ts'
import { isScreenAllowed } from '../accounts/allowed-screens.ts'
import { BottomBar } from './navigation/bottom-bar.tsx'
import { Fab } from './fab.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { useLayout } from './layout.ts'
import { invitationsAtom, isNewcomerAtom } from '../facts/facts.ts'
import { currentView, openView } from '../dialog/link-dialog-state.ts'
import type { ShellSearch } from '#paths.ts'
import { useDialogParam } from '../dialog/use-dialog-param.ts'
import styles from './shell.module.css'
import { StatusDock } from './status-dock/status-dock.tsx'
import { menuSetting } from './ui-settings.ts'
import { useActiveTab } from './navigation/use-active-tab.ts'

// Loaded only on wide screens, because the menu contains ten icons.
const WideShell = lazyPart(async () => (await import('./wide-shell.tsx')).WideShell)

/** Loads the code that the first frame at this width needs. */
export const preloadShell = async () => {
  if (matchMedia(minWidthQuery('desk')).matches) await WideShell.preload().catch(() => undefined)
}

const ProblemHost = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('../problems/problem-host.tsx')).ProblemHost
})

const NotAllowed = lazyPart(async () => (await import('../accounts/not-allowed.tsx')).NotAllowed)

const ShortcutKeys = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('../shortcuts/shortcut-keys.tsx')).ShortcutKeys
})

const InstallDialog = lazyPart(
  async () => (await import('../install/install-dialog.tsx')).InstallDialog,
)

type ShellProps = {
  linkDialog: ComponentType
  notices: ComponentType
  /** Other dialogs that the address can open over any screen. */
  children?: ReactNode
}

/** Renders the parts around every screen and the dialogs over it. */
export function Shell({ linkDialog: LinkDialog, notices: Notices, children }: ShellProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const wide = useWide('desk')
  const layout = useLayout(pathname)
  const active = useActiveTab(pathname)
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
      {wide && (
        <LazyOverlay>
          <WideShell pathname={pathname} active={active} layout={layout} />
        </LazyOverlay>
      )}
      <div className={styles.content}>
        {isScreenAllowed(pathname) ? (
          <Outlet />
        ) : (
          <LazyOverlay>
            <NotAllowed />
          </LazyOverlay>
        )}
      </div>
      <StatusDock timeBanner={layout.timeBanner} />
      {!wide && layout.fab !== 'none' && (
        <Fab
          text={layout.fab === 'label' ? 'Create' : null}
          create={() => open({ name: 'create' })}
        />
      )}
      {!wide && layout.nav && <BottomBar active={active} />}
      {view && (
        <LazyOverlay>
          <LinkDialog />
        </LazyOverlay>
      )}
      <ParamDialog param="notifications">
        <Notices />
      </ParamDialog>
      <ParamDialog param="install">
        <InstallDialog />
      </ParamDialog>
      {children}
      <LazyOverlay>
        <ShortcutKeys />
      </LazyOverlay>
      <LazyOverlay>
        <ProblemHost />
      </LazyOverlay>
      <ConfirmHost />
      <ToastHost />
    </div>
  )
}

/** Renders a part whose code may still be loading or fail to load. */
export const LazyOverlay = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)

type ParamDialogProps = { param: keyof ShellSearch; children: ReactNode }

/** Renders a dialog while its query parameter is in the address. */
export const ParamDialog = ({ param, children }: ParamDialogProps) =>
  useDialogParam(param).value !== undefined && <LazyOverlay>{children}</LazyOverlay>

/** Renders its children for users who have not finished the first steps. */
export const ForNewcomers = ({ children }: { children: ReactNode }) =>
  useAtomValue(isNewcomerAtom) && <LazyOverlay>{children}</LazyOverlay>

/** Renders its children for users with a pending invitation. */
export const ForInvited = ({ children }: { children: ReactNode }) =>
  useAtomValue(invitationsAtom) > 0 && <LazyOverlay>{children}</LazyOverlay>

function skip(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
