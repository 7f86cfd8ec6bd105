import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Factors } from '#contract/people/factors.ts'
import {
  buttonRow,
  FACTORS_CALL,
  factorCalls,
  NO_FACTORS,
  RECOVERY_CODES,
  showAccount,
} from '#support/window/people/factors.ts'
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

const RENEW = 'POST /v2/my/factors/recovery-codes/'

signInPerTest()

const OPTIONS = 'POST /v2/my/factors/passkeys/options/'
const ADD_PASSKEY = 'POST /v2/my/factors/passkeys/'
const PROOF_OPTIONS = 'POST /v2/my/factors/proof/passkey/options/'
const PASSKEY_PROOF = 'POST /v2/my/factors/proof/passkey/'
const PHONE = {
  id: '0b7a6f6e-7d0c-4c55-9e0e-1d6f3a6f1c11',
  name: 'Safari on iOS',
  added_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
}
const ONE = `/v2/my/factors/passkeys/${PHONE.id}/`
const WITH_PASSKEY: Factors = { ...NO_FACTORS, passkeys: [PHONE], recovery_codes_left: 10 }
const challenge = () =>
  json({
    result: { challenge: 'AAAA', rp: { name: 'Split' }, user: { id: 'AAAA', name: 'ana' } },
  })
const bytes = new Uint8Array([1, 2, 3]).buffer
const base = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
}
const created = {
  ...base,
  response: {
    clientDataJSON: bytes,
    attestationObject: bytes,
    getTransports: () => ['internal'],
  },
}
const signed = {
  ...base,
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: () => Promise.resolve(created), get: () => Promise.resolve(signed) },
  })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'))

test('a passkey is added after the password, and the first one shows the recovery codes', async () => {
  const api = fakeApi({
    ...factorCalls(NO_FACTORS),
    [OPTIONS]: challenge,
    [ADD_PASSKEY]: () => {
      api.change({ [FACTORS_CALL]: { result: WITH_PASSKEY } })
      return json({ result: { passkey: PHONE, recovery_codes: RECOVERY_CODES } }, 201)
    },
  })
  const { history } = await showAccount()
  await press('Add a passkey')
  expect(history.location.search).toBe('?dialog=add-passkey')
  await press('Continue')
  await expectTexts('Enter your password.')
  await typeInto('Your password', 'four unlike words')
  await press('Continue')
  await expectTexts('Save your recovery codes', ...RECOVERY_CODES)
  expect(api.sentTo(OPTIONS)).toEqual([{ password: 'four unlike words' }])
  expect(api.sentTo(ADD_PASSKEY)).toMatchObject([
    { answer: { id: 'AQID', response: { attestationObject: 'AQID', transports: ['internal'] } } },
  ])
  await press('I saved them')
  await noDialog()
  await expectTexts('Safari on iOS', 'Added Nov 20, not used yet', 'For money')
})

test('closing the browser’s dialog is not shown as a lost connection', async () => {
  fakeApi({ ...factorCalls(NO_FACTORS), [OPTIONS]: challenge })
  navigator.credentials.create = () =>
    Promise.reject(new DOMException('The operation was cancelled.', 'NotAllowedError'))
  await showAccount()
  await press('Add a passkey')
  await typeInto('Your password', 'four unlike words')
  await press('Continue')
  await expectTexts('No passkey was used. Try again.')
})

test('a passkey is renamed', async () => {
  const api = fakeApi({
    ...factorCalls(WITH_PASSKEY),
    [`PATCH ${ONE}`]: ({ body }) => json({ result: { ...PHONE, ...body } }),
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Safari on iOS/))
  const field = await screen.findByLabelText('Name')
  await userEvent.clear(field)
  await userEvent.type(field, 'My phone')
  await press('Save')
  await noDialog()
  await expectTexts('Saved as My phone.')
  expect(api.sentTo(`PATCH ${ONE}`)).toEqual([{ name: 'My phone' }])
})

test('a passkey is removed with a passkey instead of the password', async () => {
  const api = fakeApi({
    ...factorCalls(WITH_PASSKEY),
    [PROOF_OPTIONS]: challenge,
    [PASSKEY_PROOF]: json({
      result: { until: '2031-01-01T00:05:00Z', instead_of_password: 'passkey:abc' },
    }),
    [`DELETE ${ONE}`]: () => {
      api.change({ [FACTORS_CALL]: { result: NO_FACTORS } })
      return new Response(null, { status: 204 })
    },
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Safari on iOS/))
  await press('Remove passkey')
  await press('Use a passkey instead')
  await expectTexts('Confirmed with your passkey.')
  await press('Remove')
  await noDialog()
  await expectTexts('Safari on iOS is removed.')
  expect(api.sentTo(`DELETE ${ONE}`)).toEqual([{ password: 'passkey:abc' }])
})

test('an action that needs a proof takes a passkey, or a code', async () => {
  const api = fakeApi({
    ...factorCalls(WITH_PASSKEY),
    [RENEW]: json({ errors: { non_field_errors: ['Confirm this first.'] } }, 428),
    [PROOF_OPTIONS]: challenge,
    [PASSKEY_PROOF]: () => {
      api.change({ [RENEW]: json({ result: { recovery_codes: RECOVERY_CODES } }, 201) })
      return json({ result: { until: '2031-01-01T00:05:00Z', instead_of_password: 'passkey:a' } })
    },
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Recovery codes/))
  await press('Get new codes')
  const dialog = await findDialog('Confirm it’s you')
  await userEvent.click(dialog.getByRole('button', { name: 'Use a code' }))
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expectTexts('Confirm this first.')
  await press('Get new codes')
  await press('Use your passkey')
  await expectTexts(...RECOVERY_CODES)
  expect(api.sentTo(PASSKEY_PROOF)).toMatchObject([{ answer: { response: { signature: 'AQID' } } }])
})
