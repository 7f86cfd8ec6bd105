import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { probe } from '#http/probe.ts'
import {
  browser,
  button,
  buttons,
  dialog,
  dialogs,
  fact,
  fail,
  NOW,
  pass,
  sentence,
  showProblems,
} from '#support/window/problem-dialogs.tsx'
import { openPhoto } from '../dialog/unsaved.ts'
import { reload } from '../worker/reload.ts'
import { onCloseModals } from './close-modals.ts'
import { report } from './reporting.ts'

vi.mock('#http/probe.ts')
vi.mock('../worker/reload.ts')
vi.mock('./reporting.ts')
vi.mock('#live/read/use-mirror.ts', () => ({
  useListState: () => ({ syncedAt: Date.now() - 125_000, error: null, refresh: async () => {} }),
}))

let problems: Awaited<ReturnType<typeof showProblems>>

beforeEach(async () => {
  vi.mocked(probe).mockResolvedValue(true)
  vi.mocked(report).mockResolvedValue(null)
  problems = await showProblems()
})
afterEach(() => problems.end())

describe('a 503', () => {
  test('without a time reloads after 60 s, counting down (R-579, R-582, R-642)', async () => {
    await fail(503)
    await pass(1000)
    expect(buttons()).toEqual(['Reload now, or in 59 s'])
    await pass(58_999)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('reloads at once when asked to (R-582)', async () => {
    await fail(503)
    fireEvent.click(button(/^Reload now/))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('with a date shows it, and reloads then (R-580, R-583)', async () => {
    await fail(503, { retry_after: new Date(NOW + 25 * 60_000).toISOString() })
    expect(sentence('Service is in maintenance mode. We will be back at: 10:06 AM')).not.toBeNull()
    expect(buttons()).toEqual(['Reload now, or in 25:00'])
    await pass(25 * 60_000 - 1)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('with seconds shows the minutes, and reloads after them (R-581, R-583)', async () => {
    await fail(503, { retry_after: 120 })
    expect(sentence('Service is in maintenance mode. We will be back in 2 minutes.')).not.toBeNull()
    await pass(119_999)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('ends at the given time in every tab (R-580, R-581, R-583)', async () => {
    vi.mocked(Math.random).mockReturnValue(0.999)
    await fail(503, { retry_after: 3600 })
    expect(buttons()).toEqual(['Reload now, or in 1:00:00'])
    await pass(3_599_999)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('is read from the header when the body has no time (D-67)', async () => {
    await fail(503, {}, '180')
    expect(sentence('Service is in maintenance mode. We will be back in 3 minutes.')).not.toBeNull()
  })

  test('over an unsaved photo closes at that time without a reload (R-583, D-105)', async () => {
    problems.store.set(openPhoto, { unsaved: true, isEntry: true, close: () => undefined })
    await fail(503, { retry_after: 120 })
    expect(sentence('Service is in maintenance mode. We will be back in 2 minutes.')).not.toBeNull()
    expect(buttons()).toEqual(['Reload now', 'Back to your photo, or in 120 s'])
    await pass(120_000)
    expect(dialogs()).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })

  test('reloads on waking if the device slept through it (offline 30)', async () => {
    await fail(503, { retry_after: 600 })
    vi.setSystemTime(NOW + 3_600_000)
    expect(reload).not.toHaveBeenCalled()
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('reported by worker and page shows one dialog and reloads once (R-606)', async () => {
    await problems.worker({ type: 'unavailable', retry_after: 120, detail: null })
    await fail(503)
    await problems.worker({ type: 'unavailable', retry_after: 120, detail: null })
    expect(dialogs()).toHaveLength(1)
    expect(sentence('Service is in maintenance mode. We will be back in 2 minutes.')).not.toBeNull()
    await pass(180_000)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('with a text of the operator still shows its end (R-586)', async () => {
    await fail(503, { detail: 'Moving house.', retry_after: new Date(NOW + 600_000).toISOString() })
    expect(sentence('Moving house.')).not.toBeNull()
    expect(fact('Back at')).toBe('9:51 AM')
  })
})

describe('the offline dialog', () => {
  test('has its text, Restart App and the saved copy (R-587, D-64)', async () => {
    await browser('offline')
    expect(sentence('No internet connection')).not.toBeNull()
    expect(
      sentence(
        'Your links are saved on this device, updated 2 min ago. Changes to links and collections are sent when the connection is back.',
      ),
    ).not.toBeNull()
    expect(buttons()).toEqual(['Restart App', 'Use saved copy'])
    fireEvent.click(button('Restart App'))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('follows the events of the browser (R-588)', async () => {
    await browser('offline')
    expect(dialog()).toBeTruthy()
    await browser('online')
    expect(dialogs()).toEqual([])
  })

  test('follows messages of the worker (R-605)', async () => {
    await problems.worker({ type: 'offline' })
    expect(sentence('No internet connection')).not.toBeNull()
    await problems.worker({ type: 'online' })
    expect(dialogs()).toEqual([])
  })

  test('stays away after Use saved copy until the connection is lost again (R-607, D-64)', async () => {
    await browser('offline')
    fireEvent.click(button('Use saved copy'))
    expect(dialogs()).toEqual([])
    await problems.worker({ type: 'offline' })
    expect(dialogs()).toEqual([])
    await browser('online')
    await browser('offline')
    expect(dialog()).toBeTruthy()
  })

  test('replaces "no answer", before and after (D-65)', async () => {
    await fail('unknown')
    expect(sentence('Unknown error')).not.toBeNull()
    await browser('offline')
    expect(sentence('No internet connection')).not.toBeNull()
    await fail('unknown')
    await browser('online')
    expect(dialogs()).toEqual([])
  })

  test('is shown for a call that fails without a connection (D-65)', async () => {
    vi.mocked(probe).mockResolvedValue(false)
    await fail('unknown')
    expect(dialogs()).toEqual([])
    await pass(5000)
    expect(sentence('No internet connection')).not.toBeNull()
  })

  test('closes open modals (R-091, R-589)', async () => {
    const close = vi.fn<() => void>()
    const stopListening = onCloseModals(close)
    await browser('offline')
    expect(close).toHaveBeenCalledOnce()
    stopListening()
  })
})
