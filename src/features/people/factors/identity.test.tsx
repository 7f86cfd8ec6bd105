import { afterEach, expect, test, vi } from 'vitest'
import { ONLY_PASSWORD, type SignInWays } from '#contract/people/factors.ts'
import { buttonRow, factorCalls, NO_FACTORS, showAccount } from '#support/window/people/factors.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import {
  expectTexts,
  findDialog,
  noDialog,
  press,
  screen,
  typeInto,
  userEvent,
} from '#support/window/on-screen.ts'
import { signInPerTest } from '#support/window/signed-in.ts'

const CONNECT = 'POST /v2/my/factors/identity/'
const REMOVE = 'DELETE /v2/my/factors/identity/'
const PROOF = 'POST /v2/my/factors/proof/identity/'

const WAYS: SignInWays = { ...ONLY_PASSWORD, provider: 'Example Inc' }
const IDENTITY = {
  email: 'ana@work.example',
  added_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
}
const CONNECTED: SignInWays = { ...WAYS, identity: IDENTITY }
const calls = (sign_in: SignInWays) => factorCalls({ ...NO_FACTORS, sign_in })
const address = () => json({ result: { url: 'https://login.example/authorize' } }, 201)

signInPerTest()
afterEach(() => void (location.hash = ''))

const watchLeaving = () => vi.spyOn(location, 'assign').mockImplementation(() => {})

test('connecting needs the password and opens the provider', async () => {
  const api = fakeApi({ ...calls(WAYS), [CONNECT]: address })
  const leave = watchLeaving()
  await showAccount()
  await userEvent.click(await buttonRow(/^Not connected/))
  await press('Continue to Example Inc')
  await expectTexts('Enter your password.')
  await typeInto('Your password', 'four unlike words')
  await press('Continue to Example Inc')
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('https://login.example/authorize'))
  expect(api.sentTo(CONNECT)).toMatchObject([{ password: 'four unlike words' }])
})

test('a connected account is shown and disconnected', async () => {
  const api = fakeApi({
    ...calls(CONNECTED),
    [REMOVE]: () => {
      api.change(calls(WAYS))
      return json(undefined, 204)
    },
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Connected.*ana@work\.example, since Nov 20/))
  await findDialog('Disconnect Example Inc')
  await typeInto('Your password', 'four unlike words')
  await press('Disconnect')
  await noDialog()
  await expectTexts('Example Inc is disconnected.', 'Not connected')
})

test('without a password, a new sign-in at the provider confirms', async () => {
  const ways = { ...CONNECTED, has_password: false }
  const api = fakeApi({ ...calls(ways), [PROOF]: address })
  const leave = watchLeaving()
  await showAccount()
  await expectTexts('Not set. You can sign in without it.')
  await userEvent.click(await buttonRow(/^Connected/))
  await findDialog('Disconnect Example Inc')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await press('Confirm with Example Inc')
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('https://login.example/authorize'))
  expect(api.sentTo(PROOF)).toHaveLength(1)
})

test('after the provider, the form is confirmed without typing', async () => {
  const api = fakeApi({
    ...calls({ ...CONNECTED, has_password: false }),
    [REMOVE]: () => json(undefined, 204),
  })
  location.hash = '#confirmed=passkey:abc-123'
  await showAccount()
  await userEvent.click(await buttonRow(/^Connected/))
  await expectTexts('Confirmed.')
  expect(location.hash).toBe('')
  await press('Disconnect')
  await noDialog()
  expect(api.sentTo(REMOVE)).toMatchObject([{ password: 'passkey:abc-123' }])
})

test('a server without passwords shows no password', async () => {
  fakeApi(calls({ ...CONNECTED, has_password: false, allows_password: false }))
  await showAccount()
  await buttonRow(/^Connected/)
  expect(screen.queryByRole('button', { name: /^Password/ })).toBeNull()
})
