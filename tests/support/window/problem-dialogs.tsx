import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, within } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { ApiError } from '#http/error.ts'
import { announceFailure } from '#http/call-listeners.ts'
import { ProblemHost } from '#app/problems/problem-host.tsx'
import { handleWorkerMessage, startProblems } from '#app/problems/problems.ts'
import { vi } from 'vitest'

/** Current time in all tests of dialogs: 9:41 in the morning. */
export const NOW = new Date(2026, 4, 12, 9, 41).getTime()

/** Shows the app's problem dialogs with a stopped clock. Returns the store and functions that simulate worker messages and end the test. */
export async function showProblems() {
  const router = createRouter({
    routeTree: createRootRoute({ component: ProblemHost }),
    history: createMemoryHistory(),
  })
  await router.load()
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const store = createStore()
  const stop = startProblems(store)
  render(
    <Provider store={store}>
      <RouterProvider router={router as never} />
    </Provider>,
  )
  return {
    store,
    /** Simulates a message of the service worker. */
    worker: (said: Parameters<typeof handleWorkerMessage>[1]) =>
      act(async () => handleWorkerMessage(store, said)),
    end() {
      stop()
      vi.useRealTimers()
      vi.clearAllMocks()
    },
  }
}

/** Simulates a failed request. */
export const fail = (
  status: number | 'unknown',
  data: object = {},
  retryAfter: string | null = null,
) => act(async () => announceFailure(new ApiError(status, { data, retryAfter })))

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
export const browser = (event: 'online' | 'offline') =>
  act(async () => window.dispatchEvent(new Event(event)))

export const dialogs = () => screen.queryAllByRole('alertdialog')
export const dialog = () => screen.getByRole('alertdialog')
export const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name })
export const buttons = () =>
  within(dialog())
    .getAllByRole('button')
    .map((each) => each.textContent)
export const sentence = (text: string) => within(dialog()).queryByText(text)
export const fact = (label: string) =>
  within(dialog()).getByText(label).nextElementSibling?.textContent
