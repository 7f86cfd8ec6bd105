import { render } from '@testing-library/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { bindLinkDialog } from '#app/link-dialog-state.ts'
import { connectivityAtom } from '#app/problems/problems.ts'
import { LinkDialog } from '#features/links/link-dialog.tsx'
import { pageOutbox, setOffline } from '#mirror/outbox-page.ts'
import { warm } from '#mirror/page.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { preloadMenu } from '#ui/menu-popup.tsx'
import { ToastHost } from '#ui/toast.tsx'

/** A screen as the shell shows it: with a router, the link dialog, toasts and questions around it. */
export async function renderWithDialog(screen: ReactNode, path = '/splitlinks') {
  warm()
  await preloadMenu()
  const store = createStore()
  setOffline(() => store.get(connectivityAtom) === 'offline')
  await pageOutbox()?.settled()
  const history = createMemoryHistory({ initialEntries: [path] })
  const stop = bindLinkDialog(store, history)
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
  const router = createRouter({ routeTree: root, history })
  await router.load()
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router as never} />
    </Provider>,
  )
  return { ...view, store, history, router, stop }
}
