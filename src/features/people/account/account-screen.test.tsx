import { expect, test } from 'vitest'
import type { EmailState } from '#contract/people/account.ts'
import type { SignedInDevice } from '#contract/people/sessions.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { AccountScreen } from './account-screen.tsx'

const LIST = 'GET /v2/my/sessions/'
const FACTORS = 'GET /v2/my/factors/'
const NO_FACTORS = { result: { authenticator: null, recovery_codes_left: 0 } }
const device = (name: string, more: Partial<SignedInDevice> = {}): SignedInDevice => ({
  id: crypto.randomUUID(),
  device: name,
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  is_this_one: false,
  ...more,
})
const here = device('Chrome on Android', { is_this_one: true })
const phone = device('Safari on iOS')
const strange = device('')
const all = { results: [here, phone, strange] }
const DELETE = `DELETE /v2/my/sessions/${phone.id}/`

signInPerTest()

const show = () => renderAt('/settings/accountinfo', '/settings/accountinfo', AccountScreen)
const signOut = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Sign out ${name}` }))
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('every device is named, and the current one has no sign-out button', async () => {
  fakeApi({ [LIST]: all })
  await show()
  expect(await screen.findByText('This device')).toBeTruthy()
  expect(screen.getAllByText(/^Last used Nov 20, .+, signed in Nov 1$/)).toHaveLength(2)
  expect(
    screen
      .getAllByRole('button', { name: /^Sign out/ })
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Sign out Safari on iOS', 'Sign out Unknown browser'])
})

test('a device is signed out after a confirmation, and leaves the list', async () => {
  const api = fakeApi({ [LIST]: all, [DELETE]: () => new Response(null, { status: 204 }) })
  await show()
  await signOut('Safari on iOS')
  await answer('Keep signed in')
  expect(api.sentTo(DELETE)).toEqual([])
  api.change({ [LIST]: { results: [here, strange] } })
  await signOut('Safari on iOS')
  await answer('Sign out')
  expect(await screen.findByText('Safari on iOS is signed out.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
})

test.each([
  [
    'no connection',
    noConnection,
    'Couldn’t sign Safari on iOS out. Check your connection and try again.',
  ],
  ['a fault', () => json({}, 500), 'Couldn’t sign Safari on iOS out. Try again.'],
])('%s keeps it in the list, with a message', async (_what, fails, text) => {
  fakeApi({ [LIST]: all, [DELETE]: fails })
  await show()
  await signOut('Safari on iOS')
  await answer('Sign out')
  await expectTexts(text, 'Safari on iOS')
})

test('a list that failed to load says so and can be loaded again', async () => {
  const api = fakeApi({ [LIST]: () => json({}, 500), [FACTORS]: NO_FACTORS })
  await show()
  expect(await screen.findByText('Couldn’t load your devices')).toBeTruthy()
  api.change({ [LIST]: all })
  await answer('Try again')
  expect(await screen.findByText('This device')).toBeTruthy()
})

const EMAIL = 'GET /v1/users/me/email'
const unconfirmed: EmailState = {
  email: 'ana@ana.example',
  is_confirmed: false,
  confirmed_at: null,
  pending_email: null,
  sent_at: '2026-11-20T10:00:00.000Z',
  delivery: 'smtp',
}

test.each<[string, Partial<EmailState>, string]>([
  ['was sent', {}, 'ana@ana.example, not confirmed. Open the mail we sent there.'],
  ['is on its way', { sent_at: null }, 'ana@ana.example, not confirmed'],
  ['cannot be sent', { delivery: 'outbox' }, 'ana@ana.example, not confirmed'],
  ['was answered', { is_confirmed: true }, 'ana@ana.example'],
])('the email shows whether its confirmation %s', async (_what, state, text) => {
  fakeApi({ [LIST]: all, [EMAIL]: { ...unconfirmed, ...state } })
  await show()
  expect(await screen.findByText(text)).toBeTruthy()
})
