import { beforeEach, expect, test, vi } from 'vitest'
import { setAlarm } from './alarm.ts'

const DAY = 24 * 60 * 60 * 1000

const ring = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  ring.mockReset()
})

test('rings once, at its time', () => {
  setAlarm(Date.now() + 60_000, ring)
  vi.advanceTimersByTime(59_999)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledOnce()
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(DAY)
  expect(ring).toHaveBeenCalledOnce()
})

test('rings after waking if the device slept through its time (offline 30)', () => {
  setAlarm(Date.now() + 60_000, ring)
  vi.advanceTimersByTime(10_000)
  // The device sleeps: the clock advances, timers do not.
  vi.setSystemTime(Date.now() + 8 * 60 * 60 * 1000)
  expect(ring).not.toHaveBeenCalled()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(ring).toHaveBeenCalledOnce()
})

test('does not ring when the device wakes earlier', () => {
  setAlarm(Date.now() + 60_000, ring)
  vi.advanceTimersByTime(1000)
  window.dispatchEvent(new Event('pageshow'))
  window.dispatchEvent(new Event('focus'))
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(59_000)
  expect(ring).toHaveBeenCalledOnce()
})

test('rings at its time after more than 24 days (D-67)', () => {
  setAlarm(Date.now() + 40 * DAY, ring)
  vi.advanceTimersByTime(39 * DAY)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(DAY)
  expect(ring).toHaveBeenCalledOnce()
})

test('rings for a past time, after the caller could cancel', () => {
  const cancel = setAlarm(Date.now() - 1, ring)
  expect(ring).not.toHaveBeenCalled()
  cancel()
  vi.advanceTimersByTime(DAY)
  window.dispatchEvent(new Event('focus'))
  expect(ring).not.toHaveBeenCalled()
  setAlarm(Date.now() - 1, ring)
  vi.advanceTimersByTime(0)
  expect(ring).toHaveBeenCalledOnce()
})
