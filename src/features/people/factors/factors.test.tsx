import { expect, test } from 'vitest'
import type { Factors } from '#contract/factors.ts'
import { AccountScreen } from '#features/people/account/account-screen.tsx'
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
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'

const PATH = '/settings/accountinfo'
const LIST = 'GET /v2/my/factors/'
const ADD = 'POST /v2/my/factors/authenticator/'
const CONFIRM = 'POST /v2/my/factors/authenticator/confirm/'
const REMOVE = 'DELETE /v2/my/factors/authenticator/'
const RENEW = 'POST /v2/my/factors/recovery-codes/'
const PROOF = 'POST /v2/my/factors/proof/'

const OFF: Factors = { authenticator: null, passkeys: [], recovery_codes_left: 0, recovery: null }
const ON: Factors = {
  authenticator: { added_at: '2026-11-20T10:00:00.000Z', last_used_at: null },
  passkeys: [],
  recovery_codes_left: 8,
  recovery: null,
}
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CODES = ['ABCDE-23456', 'FGHJK-78923']
const calls = (factors: Factors) => ({
  'GET /v2/my/sessions/': { results: [] },
  [LIST]: { result: factors },
})
const proven = () => json({ result: { until: '2031-01-01T00:05:00Z' } })
const refused = () => json({ errors: { non_field_errors: ['Confirm this first.'] } }, 428)

signInPerTest()

const show = () => renderAt(PATH, PATH, AccountScreen)
const row = (name: RegExp) => screen.findByRole('button', { name })

test('an authenticator app is set up with the password and its first code', async () => {
  const api = fakeApi({
    ...calls(OFF),
    [ADD]: json({ result: { secret: SECRET, uri: `otpauth://totp/Split:ana?secret=${SECRET}` } }),
    [CONFIRM]: () => {
      api.change({ [LIST]: { result: ON } })
      return json({ result: { recovery_codes: CODES } })
    },
  })
  const { history } = await show()
  await userEvent.click(await row(/^Off/))
  expect(history.location.search).toBe('?dialog=authenticator')
  await press('Continue')
  await expectTexts('Enter your password.')
  await typeInto('Your password', 'four unlike words')
  await press('Continue')
  await expectTexts('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
  expect(await screen.findByAltText('QR code for your authenticator app')).toBeTruthy()
  const field = screen.getByLabelText('Code')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.click(field)
  await userEvent.paste('123 456')
  await press('Turn on')
  await expectTexts('Save your recovery codes', ...CODES)
  expect([...api.sentTo(ADD), ...api.sentTo(CONFIRM)]).toEqual([
    { password: 'four unlike words' },
    { code: '123 456' },
  ])
  await press('I saved them')
  await noDialog()
  await expectTexts('On', 'Required on new devices', '8 of 10 left')
})

test('a wrong code is shown at its field', async () => {
  fakeApi({
    ...calls(OFF),
    [ADD]: json({ result: { secret: SECRET, uri: `otpauth://totp/Split:ana?secret=${SECRET}` } }),
    [CONFIRM]: () => json({ errors: { code: ['This code is wrong.'] } }, 400),
  })
  await show()
  await userEvent.click(await row(/^Off/))
  await typeInto('Your password', 'four unlike words')
  await press('Continue')
  await press('Turn on')
  await expectTexts('Enter the code from your authenticator app.')
  await typeInto('Code', '123456')
  await press('Turn on')
  await expectTexts('This code is wrong.')
  expect(screen.getByLabelText('Code')).toBe(document.activeElement)
})

test('an action that needs a code asks for it once and then goes on', async () => {
  const api = fakeApi({
    ...calls(ON),
    [REMOVE]: refused,
    [PROOF]: () => {
      api.change({ [REMOVE]: () => new Response(null, { status: 204 }), [LIST]: { result: OFF } })
      return proven()
    },
  })
  await show()
  await userEvent.click(await row(/^On/))
  await typeInto('Your password', 'four unlike words')
  await press('Turn off')
  const dialog = await findDialog('Confirm it’s you')
  await userEvent.type(dialog.getByLabelText('Code'), '123456')
  await press('Confirm')
  await noDialog()
  await expectTexts('The authenticator app is off.', 'Off')
  expect(api.sentTo(PROOF)).toEqual([{ code: '123456' }])
  expect(api.sentTo(REMOVE)).toHaveLength(2)
})

test('closing the question leaves everything as it was and says why', async () => {
  const api = fakeApi({ ...calls(ON), [REMOVE]: refused })
  await show()
  await userEvent.click(await row(/^On/))
  await typeInto('Your password', 'four unlike words')
  await press('Turn off')
  await findDialog('Confirm it’s you')
  await userEvent.keyboard('{Escape}')
  await expectTexts('Confirm this first.')
  expect(api.sentTo(REMOVE)).toHaveLength(1)
})

test('new recovery codes replace the old ones', async () => {
  fakeApi({ ...calls(ON), [RENEW]: json({ result: { recovery_codes: CODES } }, 201) })
  await show()
  await userEvent.click(await row(/^Recovery codes/))
  await press('Get new codes')
  await expectTexts(...CODES)
})

test('a recovery that someone asked for is shown and can be stopped', async () => {
  const recovery = { asked_at: '2026-11-20T10:00:00.000Z', ends_at: '2026-11-23T10:00:00.000Z' }
  const api = fakeApi({
    ...calls({ ...ON, recovery }),
    'DELETE /v2/my/factors/recovery/': () => {
      api.change({ [LIST]: { result: ON } })
      return new Response(null, { status: 204 })
    },
  })
  await show()
  expect(await screen.findByText(/From Nov 23, .* they can be removed/)).toBeTruthy()
  await press('Stop the recovery')
  await expectTexts('The recovery is stopped. Set a new password, too.')
  expect(screen.queryByRole('button', { name: 'Stop the recovery' })).toBeNull()
})
