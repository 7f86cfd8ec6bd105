import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  Outlet,
  useSearch,
} from '@tanstack/react-router'
import { createStore } from 'jotai'
import type { FunctionComponent } from 'react'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { OfferSheet } from '#features/partners/brands/offer-sheet.tsx'
import { LinkDialog } from '#features/links/link-dialog.tsx'
import { renderRoutes } from './render-routes.tsx'

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
  return { ...(await renderRoutes(root.addChildren(routes), history, store)), stop }
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
