import { afterEach, expect, test, vi } from 'vitest'
import type { RouterHistory } from '@tanstack/react-router'
import { createPageHistory } from './page-history.ts'

let history: RouterHistory
afterEach(() => history.destroy())

/** Returns whether the browser would ask the user before leaving the page. */
const browserAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const blocker = (enableBeforeUnload: boolean) => ({ enableBeforeUnload, blockerFn: () => false })

test('the browser asks before leaving only while there are unsaved changes', () => {
  const listened = vi.spyOn(window, 'addEventListener')
  history = createPageHistory()
  expect(listened.mock.calls.map(([name]) => name)).not.toContain('beforeunload')
  expect(browserAsks()).toBe(false)
  const first = history.block(blocker(true))
  const second = history.block(blocker(true))
  expect(browserAsks()).toBe(true)
  first()
  expect(browserAsks()).toBe(true)
  second()
  expect(browserAsks()).toBe(false)
  const gone = vi.spyOn(window, 'removeEventListener')
  history.block(blocker(false))()
  expect(gone.mock.calls.map(([name]) => name)).toContain('beforeunload')
})

test('the history follows the address bar', async () => {
  history = createPageHistory()
  const seen: string[] = []
  history.subscribe(({ location: { pathname } }) => seen.push(pathname))
  const before = location.pathname
  history.push('/rank')
  await vi.waitFor(() => expect(location.pathname).toBe('/rank'))
  history.back()
  await vi.waitFor(() => expect(seen).toEqual(['/rank', before]))
})
