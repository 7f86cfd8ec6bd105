import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '#api/people/account.ts'
import { ApiError } from '#http/error.ts'
import { readSession } from '#live/session.ts'
import type { wipeAll } from '#live/wipe.ts'
import { forgetCookies, goTo } from '#support/browser-window.ts'
import { SignInFailed } from './sign-in-failed.tsx'
import { startSession, type SignIn } from './sign-in.ts'

vi.mock('#api/people/account.ts', () => ({ connect: vi.fn<typeof connect>() }))
vi.mock('#live/wipe.ts', () => ({ wipeAll: vi.fn<typeof wipeAll>(async () => undefined) }))

const NOW = new Date(2026, 4, 12, 9, 41).getTime()
const SIGNED_IN = {
  token: 't',
  jwt_token: `a.${btoa(JSON.stringify({ uuid: 'ana' }))}.c`,
  fingerprint: 'f',
  extended_status: null,
}

beforeEach(() => {
  forgetCookies()
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => void vi.clearAllMocks())

/** Returns from the login page while the server answers with this error. */
async function arrive(answer: ApiError) {
  goTo('https://app.example/rank?auth_token=one-time')
  vi.mocked(connect).mockRejectedValue(answer)
  const outcome = await startSession()
  if (outcome === 'signed-in' || outcome === 'leaving' || outcome === 'asked')
    throw new Error(outcome)
  const settled = vi.fn<(outcome: SignIn) => void>()
  render(<SignInFailed reason={outcome} onSettled={settled} />)
  await screen.findByRole('heading', { name: 'Sign-in could not finish' })
  return settled
}

test('a sign-in during maintenance says so and continues with the same token', async () => {
  const settled = await arrive(new ApiError(503, { data: { retry_after: 90, detail: 'We move' } }))
  expect(document.body.textContent).toContain('We move. Back at: 9:42 AM.')
  expect(document.body.textContent).not.toContain('The server did not answer')
  await act(() => vi.advanceTimersByTimeAsync(80_000))
  expect(connect).toHaveBeenCalledOnce()
  // The maintenance lasts longer than announced and then ends.
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(connect).toHaveBeenCalledTimes(2)
  expect(settled).toHaveBeenLastCalledWith('unavailable')
  vi.mocked(connect).mockResolvedValue(SIGNED_IN)
  await act(() => vi.advanceTimersByTimeAsync(91_000))
  expect(connect).toHaveBeenCalledTimes(3)
  expect(connect).toHaveBeenLastCalledWith('one-time')
  expect(settled).toHaveBeenLastCalledWith('signed-in')
  expect(readSession()?.token).toBe('t')
})

test('Retry tries again at once; without a time it waits a minute', async () => {
  const settled = await arrive(new ApiError(503))
  expect(document.body.textContent).toContain(
    'Service is temporarily unavailable, please try again later.',
  )
  const button = screen.getByRole('button', { name: 'Try again, or in 60 s' })
  vi.mocked(connect).mockResolvedValue(SIGNED_IN)
  await act(async () => fireEvent.click(button))
  await vi.waitFor(() => expect(settled).toHaveBeenLastCalledWith('signed-in'))
})

test('a server without an answer shows another text', async () => {
  await arrive(new ApiError('unknown'))
  expect(document.body.textContent).toContain('The server did not answer.')
})
