import { act, fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { probe } from '#http/probe.ts'
import { wipeAll } from '#live/wipe.ts'
import {
  button,
  buttons,
  dialog,
  dialogs,
  fact,
  fail,
  sentence,
  showProblems,
} from '#support/window/problem-dialogs.tsx'
import { goBack, goTo } from '../worker/reload.ts'
import { onCloseModals } from './close-modals.ts'
import { report } from './reporting.ts'

vi.mock('#http/probe.ts')
vi.mock('../worker/reload.ts')
vi.mock('#live/wipe.ts')
vi.mock('./reporting.ts')
vi.mock('#live/read/use-mirror.ts', () => ({
  useListState: () => ({ syncedAt: Date.now() - 125_000, error: null, refresh: async () => {} }),
}))

let problems: Awaited<ReturnType<typeof showProblems>>

beforeEach(async () => {
  vi.mocked(probe).mockResolvedValue(true)
  vi.mocked(report).mockResolvedValue(null)
  vi.mocked(wipeAll).mockResolvedValue()
  problems = await showProblems()
})
afterEach(() => problems.end())

const OOPS = 'Oops! Something has gone wrong.'

describe('the critical dialog', () => {
  test.each<[number | 'unknown', string, string[], string]>([
    [401, 'The user is unauthenticated', ['Go to Login Page'], 'R-574'],
    [404, 'Not found', ['Go Back', 'Restart'], 'R-575'],
    [500, OOPS, ['Go Back', 'Restart'], 'R-577, R-578'],
    [501, OOPS, ['Go Back', 'Restart'], 'R-577, R-578'],
    [502, OOPS, ['Go Back', 'Restart'], 'R-577, R-578'],
    [
      503,
      'Service is temporarily unavailable, please try again later.',
      ['Reload now, or in 60 s'],
      'R-579',
    ],
    [
      504,
      "Servers didn't respond in timely manner. We may be overloaded. Please try using app later.",
      ['Go Back', 'Restart'],
      'R-584',
    ],
    ['unknown', 'Unknown error', ['Go Back', 'Restart'], 'R-568, R-585'],
  ])('%s shows "%s" and offers %j (%s, R-567, R-572)', async (status, text, offered) => {
    await fail(status)
    expect(sentence(text)).not.toBeNull()
    expect(fact('Status Code')).toBe(String(status))
    expect(buttons()).toEqual(offered)
    expect(within(dialog()).queryByText('Event ID')).toBeNull()
  })

  test.each([400, 403, 409, 413, 422, 429])('%i shows no dialog (R-569)', async (status) => {
    await fail(status)
    expect(dialogs()).toEqual([])
  })

  test('cannot be closed by Escape, backdrop or a cross (R-573)', async () => {
    await fail(500)
    fireEvent.keyDown(dialog(), { key: 'Escape' })
    fireEvent(dialog(), new Event('cancel', { cancelable: true }))
    fireEvent.pointerDown(dialog())
    expect(sentence(OOPS)).not.toBeNull()
    expect(within(dialog()).queryByRole('button', { name: /close/i })).toBeNull()
  })

  test('is labelled by its text and takes the focus', async () => {
    await fail(404)
    const labelled = dialog().getAttribute('aria-labelledby') ?? ''
    expect(document.getElementById(labelled)?.textContent).toBe('Not found')
    expect(dialog().contains(document.activeElement)).toBe(true)
  })

  test('an accepted error report adds its id (R-576, D-68)', async () => {
    vi.mocked(report).mockResolvedValue('8f2c41d09ab7')
    await fail(502)
    expect(sentence(`${OOPS} Our team has been notified about the issue!`)).not.toBeNull()
    expect(fact('Event ID')).toContain('8f2c41d09ab7')
    expect(button('Copy event ID')).toBeTruthy()
  })

  test('a text of the server replaces the default, as plain text (R-586)', async () => {
    await fail(500, { detail: '<b>Moving</b> house tonight.' })
    expect(sentence('<b>Moving</b> house tonight.')).not.toBeNull()
  })

  test('Restart goes to the root (R-575)', async () => {
    await fail(404)
    fireEvent.click(button('Restart'))
    expect(goTo).toHaveBeenCalledWith('/')
  })

  test('Go Back goes back and closes the dialog (R-575)', async () => {
    await fail(404)
    fireEvent.click(button('Go Back'))
    expect(goBack).toHaveBeenCalledOnce()
    expect(dialogs()).toEqual([])
  })

  test('Go to Login Page signs out, and the sign-in returns here (R-106, R-574)', async () => {
    await fail(401)
    await act(async () => fireEvent.click(button('Go to Login Page')))
    expect(wipeAll).toHaveBeenCalledOnce()
    const [address = ''] = vi.mocked(goTo).mock.calls[0] ?? []
    const url = new URL(address, 'http://app.example')
    expect(url.pathname).toBe('/multi-connect/login')
    expect(url.searchParams.get('success')).toBe(window.location.href)
  })

  test('only 401 and 503 replace the first (D-66)', async () => {
    await fail(500)
    await fail(404)
    expect(sentence(OOPS)).not.toBeNull()
    await fail(401)
    expect(sentence('The user is unauthenticated')).not.toBeNull()
    expect(dialogs()).toHaveLength(1)
  })

  test('open modals close when it appears (R-091, R-589)', async () => {
    const close = vi.fn<() => void>()
    const stopListening = onCloseModals(close)
    await fail(500)
    expect(close).toHaveBeenCalledOnce()
    stopListening()
  })
})
