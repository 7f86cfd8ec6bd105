import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { createStore } from 'jotai'
import { bindLinkDialog } from '#app/dialog/link-dialog-state.ts'
import { App } from '#app/shell/app.tsx'
import { useLayoutFlags, type LayoutFlags } from '#app/shell/layout.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { preloadShell, Shell } from '#app/shell/shell.tsx'
import { setWidth } from '#support/browser-window.ts'

/** Renders the shell at this width around a screen that sets these layout flags. */
export async function shellAt(path: string, width: number, flags: Partial<LayoutFlags> = {}) {
  setWidth(width)
  const root = createRootRoute({
    component: () => (
      <Shell notices={() => <p>What happened</p>} linkDialog={() => <p>Link dialog</p>} />
    ),
  })
  const Shown = () => {
    useLayoutFlags(flags)
    return (
      <Screen title={path} freshness="none">
        content
      </Screen>
    )
  }
  const any = createRoute({ getParentRoute: () => root, path: '$', component: Shown })
  const history = createMemoryHistory({ initialEntries: ['/rank', path] })
  const router = createRouter({ routeTree: root.addChildren([any]), history })
  const store = createStore()
  bindLinkDialog(store, history)
  await preloadShell()
  const view = render(
    <App store={store} router={router} outcome="signed-in" onSignedIn={() => undefined} />,
  )
  await screen.findByRole('heading', { level: 1 })
  return { store, history, ...view }
}
