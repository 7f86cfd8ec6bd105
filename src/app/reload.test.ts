import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasUnsavedChanges } from './link-dialog-state.ts'
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
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tab reloads by itself at most once a minute (offline 2)', () => {
  expect(reloadByItself()).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(reloadByItself()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(reloadByItself()).toBe(true)
  expect(reloaded).toHaveBeenCalledTimes(2)
})

test('without storage nothing reloads by itself', () => {
  vi.stubGlobal('sessionStorage', {})
  expect(reloadByItself()).toBe(false)
  expect(reloaded).not.toHaveBeenCalled()
})

const missing = () => {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

test('a missing file after a deploy reloads once, then shows the bar (offline 1)', () => {
  const store = createStore()
  const stop = watchForMissingFiles(store)
  expect(missing().defaultPrevented).toBe(true)
  expect(missing().defaultPrevented).toBe(false)
  expect(reloaded).toHaveBeenCalledOnce()
  expect(store.get(updateAtom)).toBe('taken')
  stop()
})

test('a missing file does not reload over unsaved text, nor without a connection', () => {
  const store = createStore()
  const stop = watchForMissingFiles(store)
  store.set(hasUnsavedChanges, true)
  missing()
  expect(store.get(updateAtom)).toBe('taken')
  store.set(hasUnsavedChanges, false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  missing()
  expect(reloaded).not.toHaveBeenCalled()
  stop()
})
