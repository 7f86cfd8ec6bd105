import { guardLeaving } from '#app/dialog/unsaved.ts'
import { setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { connectivityAtom } from '#app/problems/problems.ts'
import { render } from '@testing-library/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import type { ComponentType } from 'react'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { preloadMenu } from '#ui/menu/menu-popup.tsx'
import { ToastHost } from '#ui/toast.tsx'

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
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history,
    parseSearch,
    stringifySearch,
  })
  await router.load()
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router as never} />
    </Provider>,
  )
  return { ...view, store, history }
}
