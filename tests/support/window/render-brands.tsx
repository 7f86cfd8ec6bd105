import { render } from '@testing-library/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import type { FunctionComponent } from 'react'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'
import { OfferSheet } from '#features/partners/brands/offer-sheet.tsx'
import { LinkDialog } from '#features/links/link-dialog.tsx'

/**
 * Renders a screen at its path, with the offer sheet and the link dialog over it as in the app
 * shell.
 */
export async function renderBrands(path: string, address: string, Screen: FunctionComponent) {
  const store = createStore()
  const history = createMemoryHistory({ initialEntries: [address] })
  const stop = bindLinkDialog(store, history)
  const root = createRootRoute({ component: Frame })
  const routes = [
    createRoute({ getParentRoute: () => root, path, component: Screen }),
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
  return { ...view, store, history, stop }
}

function Frame() {
  const { offer }: { offer?: string } = useSearch({ strict: false })
  return (
    <>
      <Outlet />
      {offer !== undefined && <OfferSheet />}
      <LinkDialog />
    </>
  )
}
