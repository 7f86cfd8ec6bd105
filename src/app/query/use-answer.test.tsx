import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportProblemEvent, startProblems } from '#app/problems/problems.ts'
import { onFailure } from '#http/call-listeners.ts'
import { ApiError } from '#http/error.ts'
import { probeServer, probe } from '#http/probe.ts'
import { closeMirror, openMirror } from '#live/mirror.ts'
import { openCopy } from '#live/read/copies.ts'
import { deferred, signInAs } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { useAnswer, type AnswerOptions, type Call } from './use-answer.ts'

vi.mock('#http/probe.ts')

/** Only these timers are fake. The test database uses others. */
const CLOCK = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const MINUTE = 60_000
const call = vi.fn<Call<string>>()
let store: ReturnType<typeof createStore>
let stop: () => void

signInPerTest()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...CLOCK] })
  vi.mocked(probe).mockResolvedValue(true)
  vi.mocked(probeServer).mockResolvedValue('nothing')
  call.mockReset().mockResolvedValue('fresh')
  store = createStore()
  stop = startProblems(store)
})
afterEach(() => {
  // Components that are still mounted would open the storage again.
  cleanup()
  stop()
})

const Around = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>{children}</Provider>
)

function show(options: AnswerOptions<string> = {}, first = 'a') {
  return renderHook(({ key }) => useAnswer(key, call, options), {
    wrapper: Around,
    initialProps: { key: first },
  })
}
const offline = () => act(() => store.set(reportProblemEvent, { type: 'offline' }))
const online = () => act(() => store.set(reportProblemEvent, { type: 'online' }))
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const back = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
const signals = () => call.mock.calls.map(([{ signal }]) => signal?.aborted)

test('the answer is loaded with its time', async () => {
  const { result } = show()
  expect(result.current).toMatchObject({ loading: true, value: undefined, syncedAt: null })
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  expect(result.current).toMatchObject({ loading: false, refreshing: false, error: null })
  expect(Date.now() - (result.current.syncedAt ?? 0)).toBeLessThan(60_000)
})

test('changing the key or leaving aborts the request', async () => {
  const late = deferred<string>()
  call.mockReturnValue(late.promise)
  const { rerender, result, unmount } = show()
  await waitFor(() => expect(signals()).toEqual([false]))
  rerender({ key: 'b' })
  await waitFor(() => expect(signals()).toEqual([true, false]))
  await act(async () => late.resolve('of both'))
  await waitFor(() => expect(result.current.value).toBe('of both'))
  unmount()
  expect(signals()).toEqual([true, true])
  const again = show()
  expect(again.result.current.value, 'of the key that was left').toBeUndefined()
})

test('offline the copy is shown with its age, until the connection is back', async () => {
  const first = show({ copy: true })
  await waitFor(() => expect(first.result.current.value).toBe('fresh'))
  const at = first.result.current.syncedAt
  first.unmount()
  await advance(60_000)
  offline()
  call.mockResolvedValue('fresher')
  const { result } = show({ copy: true })
  await waitFor(() => expect(result.current).toMatchObject({ value: 'fresh', syncedAt: at }))
  expect(call).toHaveBeenCalledOnce()
  online()
  await waitFor(() => expect(result.current.value).toBe('fresher'))
})

test('a copy is kept after the visit, for its user only (R-107)', async () => {
  const first = show({ copy: true })
  await waitFor(() => expect(first.result.current.value).toBe('fresh'))
  first.unmount()
  await vi.waitFor(async () => expect(await openCopy('a').read()).toBeTruthy())
  call.mockRejectedValue(new ApiError(500))
  closeMirror()
  openMirror()
  const second = show({ copy: true })
  await waitFor(() => expect(second.result.current.error?.status).toBe(500))
  expect(second.result.current.value).toBe('fresh')
  second.unmount()
  signInAs('bo')
  openMirror()
  const other = show({ copy: true })
  await waitFor(() => expect(other.result.current.error?.status).toBe(500))
  expect(other.result.current.value).toBeUndefined()
})

test.each([
  ['a failure that concerns the app is left to its dialog', {}, 1],
  ['but not one of something beside what the screen is about', { isSecondary: true }, 0],
])('%s', async (_what, options, times) => {
  const hear = vi.fn<(error: ApiError) => void>()
  const deaf = onFailure(hear)
  call.mockRejectedValue(new ApiError(503))
  const { result } = show(options)
  await waitFor(() => expect(result.current.error?.status).toBe(503))
  expect(result.current).toMatchObject({ loading: false, value: undefined })
  expect(hear).toHaveBeenCalledTimes(times)
  deaf()
})

test('a failed refresh shows no dialog and is cleared by the next answer', async () => {
  const hear = vi.fn<(error: ApiError) => void>()
  const deaf = onFailure(hear)
  const { result } = show()
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  call.mockRejectedValueOnce(new ApiError(503))
  await act(() => result.current.refresh())
  expect(result.current).toMatchObject({ value: 'fresh', refreshing: false })
  expect(result.current.error?.status).toBe(503)
  await act(() => result.current.refresh())
  expect(result.current.error).toBeNull()
  expect(hear).not.toHaveBeenCalled()
  deaf()
})

test('one failed try is not shown as a failure', async () => {
  call.mockRejectedValueOnce(new ApiError('unknown'))
  const { result } = show()
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  expect(call).toHaveBeenCalledTimes(2)
})

test('two failed tries are offline, and a reconnect requests again', async () => {
  vi.mocked(probe).mockResolvedValue(false)
  call.mockRejectedValue(new ApiError('unknown'))
  const { result } = show()
  await advance(5000)
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.value).toBeUndefined()
  expect(call).toHaveBeenCalledOnce()
  vi.mocked(probe).mockResolvedValue(true)
  call.mockResolvedValue('fresh')
  await advance(30_000)
  await waitFor(() => expect(result.current.value).toBe('fresh'))
})

test('an answer is polled until it is final or the screen is hidden', async () => {
  const { result, unmount } = show({ poll: (value) => (value === 'done' ? null : MINUTE) })
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  await advance(MINUTE)
  expect(call).toHaveBeenCalledTimes(2)
  // A failure does not end polling.
  call.mockRejectedValueOnce(new ApiError(502))
  await advance(MINUTE)
  expect(result.current.error?.status).toBe(502)
  call.mockResolvedValue('done')
  await advance(MINUTE)
  await waitFor(() => expect(result.current.value).toBe('done'))
  await advance(10 * MINUTE)
  expect(call).toHaveBeenCalledTimes(4)
  call.mockResolvedValue('begun again')
  await act(() => result.current.refresh())
  unmount()
  await advance(10 * MINUTE)
  expect(call).toHaveBeenCalledTimes(5)
})

test('returning to the tab after a while requests again', async () => {
  const { result } = show()
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  await back()
  expect(call).toHaveBeenCalledOnce()
  await advance(31_000)
  await back()
  expect(call).toHaveBeenCalledTimes(2)
})

test('a late answer does not undo a saved change', async () => {
  const { result } = show()
  await waitFor(() => expect(result.current.value).toBe('fresh'))
  const late = deferred<string>()
  call.mockReturnValue(late.promise)
  act(() => void result.current.refresh())
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  act(() => result.current.set('saved'))
  await act(async () => late.resolve('old'))
  await waitFor(() => expect(result.current.refreshing).toBe(false))
  expect(result.current.value).toBe('saved')
})
