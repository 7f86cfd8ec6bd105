import { expect, test } from 'vitest'
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

const ADD = 'POST /v2/my/factors/authenticator/'
const CONFIRM = 'POST /v2/my/factors/authenticator/confirm/'
const REMOVE = 'DELETE /v2/my/factors/authenticator/'
const RENEW = 'POST /v2/my/factors/recovery-codes/'
const PROOF = 'POST /v2/my/factors/proof/'

const ON: Factors = {
  authenticator: { added_at: '2026-11-20T10:00:00.000Z', last_used_at: null },
  passkeys: [],
  recovery_codes_left: 8,
  recovery: null,
}
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const proven = () => json({ result: { until: '2031-01-01T00:05:00Z' } })
const refused = () => json({ errors: { non_field_errors: ['Confirm this first.'] } }, 428)

signInPerTest()

test('an authenticator app is set up with the password and its first code', async () => {
  const api = fakeApi({
    ...factorCalls(NO_FACTORS),
    [ADD]: json({ result: { secret: SECRET, uri: `otpauth://totp/Split:ana?secret=${SECRET}` } }),
    [CONFIRM]: () => {
      api.change({ [FACTORS_CALL]: { result: ON } })
      return json({ result: { recovery_codes: RECOVERY_CODES } })
    },
  })
  const { history } = await showAccount()
  await userEvent.click(await buttonRow(/^Off/))
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
  await expectTexts('Save your recovery codes', ...RECOVERY_CODES)
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
    ...factorCalls(NO_FACTORS),
    [ADD]: json({ result: { secret: SECRET, uri: `otpauth://totp/Split:ana?secret=${SECRET}` } }),
    [CONFIRM]: () => json({ errors: { code: ['This code is wrong.'] } }, 400),
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Off/))
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
    ...factorCalls(ON),
    [REMOVE]: refused,
    [PROOF]: () => {
      api.change({
        [REMOVE]: () => new Response(null, { status: 204 }),
        [FACTORS_CALL]: { result: NO_FACTORS },
      })
      return proven()
    },
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^On/))
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
  const api = fakeApi({ ...factorCalls(ON), [REMOVE]: refused })
  await showAccount()
  await userEvent.click(await buttonRow(/^On/))
  await typeInto('Your password', 'four unlike words')
  await press('Turn off')
  await findDialog('Confirm it’s you')
  await userEvent.keyboard('{Escape}')
  await expectTexts('Confirm this first.')
  expect(api.sentTo(REMOVE)).toHaveLength(1)
})

test('new recovery codes replace the old ones', async () => {
  fakeApi({
    ...factorCalls(ON),
    [RENEW]: json({ result: { recovery_codes: RECOVERY_CODES } }, 201),
  })
  await showAccount()
  await userEvent.click(await buttonRow(/^Recovery codes/))
  await press('Get new codes')
  await expectTexts(...RECOVERY_CODES)
})

test('a recovery that someone asked for is shown and can be stopped', async () => {
  const recovery = { asked_at: '2026-11-20T10:00:00.000Z', ends_at: '2026-11-23T10:00:00.000Z' }
  const api = fakeApi({
    ...factorCalls({ ...ON, recovery }),
    'DELETE /v2/my/factors/recovery/': () => {
      api.change({ [FACTORS_CALL]: { result: ON } })
      return new Response(null, { status: 204 })
    },
  })
  await showAccount()
  expect(await screen.findByText(/From Nov 23, .* they can be removed/)).toBeTruthy()
  await press('Stop the recovery')
  await expectTexts('The recovery is stopped. Set a new password, too.')
  expect(screen.queryByRole('button', { name: 'Stop the recovery' })).toBeNull()
})
