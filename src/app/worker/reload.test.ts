import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { addUnsaved, removeUnsaved } from '../dialog/unsaved.ts'
import { watchForMissingFiles } from './missing-files.ts'
import { reloadByItself } from './reload.ts'
import { updateAtom } from './update.ts'

const reloaded = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  sessionStorage.clear()
  reloaded.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reloaded)
})

test('a tab reloads by itself at most once a minute (offline 2)', () => {
  expect(reloadByItself()).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(reloadByItself()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(reloadByItself()).toBe(true)
  expect(reloaded).toHaveBeenCalledTimes(2)
})

test('without storage no tab reloads by itself', () => {
  vi.stubGlobal('sessionStorage', {})
  expect(reloadByItself()).toBe(false)
  expect(reloaded).not.toHaveBeenCalled()
})

/** Fires Vite's event for a missing chunk. Resolves when the app has handled it. */
async function missing() {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(0)
}
const serverAnswers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

test('a missing file after a deploy reloads once, then shows the bar (offline 1)', async () => {
  const store = createStore()
  serverAnswers(async () => new Response())
  const stop = watchForMissingFiles(store)
  await missing()
  expect(store.get(updateAtom)).toBe('none')
  await missing()
  expect(reloaded).toHaveBeenCalledOnce()
  expect(store.get(updateAtom)).toBe('taken')
  stop()
})

test('a missing file does not reload over unsaved text, nor without a connection', async () => {
  const store = createStore()
  serverAnswers(async () => new Response())
  const stop = watchForMissingFiles(store)
  const id = Symbol('form')
  store.set(addUnsaved, { id, within: 'dialog', discard: () => undefined })
  await missing()
  expect(store.get(updateAtom)).toBe('taken')
  store.set(removeUnsaved, id)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await missing()
  expect(reloaded).not.toHaveBeenCalled()
  stop()
})

test('an unreachable file causes no reload (offline 11)', async () => {
  const store = createStore()
  serverAnswers(async () => {
    throw new TypeError('Failed to fetch')
  })
  const stop = watchForMissingFiles(store)
  await missing()
  expect(reloaded).not.toHaveBeenCalled()
  expect(store.get(updateAtom)).toBe('none')
  stop()
})
