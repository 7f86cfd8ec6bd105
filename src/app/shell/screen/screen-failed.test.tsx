import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ScreenFailed } from './screen-failed.tsx'

/** Opens a screen that throws the error until `isMended` returns true. */
function openScreen(error: unknown, isMended: (reports: number) => boolean) {
  let reports = 0
  vi.stubGlobal('reportError', () => void (reports += 1))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  function Shown() {
    if (!isMended(reports)) throw error
    return <p>The link was created</p>
  }
  const root = createRootRoute()
  const route = createRoute({ getParentRoute: () => root, path: '/', component: Shown })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: ScreenFailed,
  })
  render(
    <Provider>
      <RouterProvider router={router as never} />
    </Provider>,
  )
}

const translated = new DOMException('The object can not be found here.', 'NotFoundError')
const never = () => false

test('a screen that a page translator broke is rendered again and shows its result', async () => {
  openScreen(translated, (reports) => reports > 0)
  expect(await screen.findByText('The link was created')).toBeTruthy()
})

test('a screen that fails again says so', async () => {
  openScreen(translated, never)
  expect(await screen.findByText('This screen did not open')).toBeTruthy()
})

test('another failure is not tried again', async () => {
  openScreen(new Error('broken'), (reports) => reports > 0)
  expect(await screen.findByText('This screen did not open')).toBeTruthy()
})
