import { createMemoryHistory, createRootRoute } from '@tanstack/react-router'
import { createStore } from 'jotai'
import type { ReactNode } from 'react'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { guardLeaving } from '#app/dialog/unsaved.ts'
import { connectivityAtom } from '#app/problems/problems.ts'
import { LinkDialog } from '#features/links/link-dialog.tsx'
import { pageOutbox, setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { openMirror } from '#live/mirror.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { preloadMenu } from '#ui/menu/menu-popup.tsx'
import { ToastHost } from '#ui/notices/toast.tsx'
import { renderRoutes } from './render-routes.tsx'

/** Renders a screen as in the app shell, with router, link dialog, toasts and confirmations. */
export async function renderWithDialog(screen: ReactNode, path = '/splitlinks') {
  openMirror()
  await preloadMenu()
  const store = createStore()
  setOfflineCheck(() => store.get(connectivityAtom) === 'offline')
  await pageOutbox()?.settled()
  const history = createMemoryHistory({ initialEntries: [path] })
  const stopViews = bindLinkDialog(store, history)
  const stopGuard = guardLeaving(store, history)
  const stop = () => {
    stopViews()
    stopGuard()
  }
  const root = createRootRoute({
    notFoundComponent: () => null,
    component: () => (
      <>
        {screen}
        <LinkDialog />
        <ToastHost />
        <ConfirmHost />
      </>
    ),
  })
  return { ...(await renderRoutes(root, history, store)), stop }
}
