import { guardLeaving } from '#app/dialog/unsaved.ts'
import { setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { connectivityAtom } from '#app/problems/problems.ts'
import { createMemoryHistory, createRootRoute, createRoute } from '@tanstack/react-router'
import { createStore } from 'jotai'
import type { ComponentType } from 'react'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { preloadMenu } from '#ui/menu/menu-popup.tsx'
import { ToastHost } from '#ui/notices/toast.tsx'
import { renderRoutes } from './render-routes.tsx'

/**
 * Renders a screen at a path with parameters, with toasts and confirmations. Other paths are empty.
 */
export async function renderAt(path: string, address: string, Screen: ComponentType) {
  await preloadMenu()
  const store = createStore()
  setOfflineCheck(() => store.get(connectivityAtom) === 'offline')
  const history = createMemoryHistory({ initialEntries: [address] })
  guardLeaving(store, history)
  const root = createRootRoute()
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path,
      component: () => (
        <>
          <Screen />
          <ToastHost />
          <ConfirmHost />
        </>
      ),
    }),
    createRoute({ getParentRoute: () => root, path: '/$', component: () => null }),
  ]
  return renderRoutes(root.addChildren(routes), history, store)
}
