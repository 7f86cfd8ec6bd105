import {
  createRouter,
  RouterProvider,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { Provider, type createStore } from 'jotai'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'

/** Renders routes as the app does, with this store. */
export async function renderRoutes(
  routeTree: AnyRoute,
  history: RouterHistory,
  store: ReturnType<typeof createStore>,
) {
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await router.load()
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router as never} />
    </Provider>,
  )
  return { ...view, store, history, router }
}
