import { expect, test } from 'vitest'
import type { MobileState } from '#contract/people/account.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, typeInto, userEvent, waitFor } from '#support/window/on-screen.ts'
import { ConfirmPhoneScreen } from './confirm-phone-screen.tsx'
import { PhoneScreen } from './phone-screen.tsx'

const PATH = '/settings/accountinfo/phone'
const CONFIRM_PATH = `${PATH}/confirm`
const GET = 'GET /v1/users_mobile'
const POST = 'POST /v1/users_mobile'
const PUT = 'PUT /v1/users_mobile'

const NONE: MobileState = {
  mobile: null,
  is_verified: false,
  pending_mobile: null,
  code_until: null,
  delivery: 'sms',
}
const NUMBER = '+12025550134'
const WAITING: MobileState = {
  ...NONE,
  mobile: NUMBER,
  pending_mobile: NUMBER,
  code_until: new Date(Date.now() + 600_000).toISOString(),
}
const DONE: MobileState = { ...NONE, mobile: NUMBER, is_verified: true }

signInPerTest()

test('a number is checked, then its code is entered (R-043)', async () => {
  const api = fakeApi({ [GET]: NONE, [POST]: WAITING })
  const { history } = await renderAt(PATH, PATH, PhoneScreen)
  await typeInto('Mobile number', '0202 555')
  await press('Send code')
  await screen.findByText('Enter a number with its country code, like +1 202 555 0134.')
  await userEvent.clear(screen.getByLabelText('Mobile number'))
  await typeInto('Mobile number', '+1 (202) 555-0134')
  await press('Send code')
  await waitFor(() => expect(history.location.pathname).toBe(CONFIRM_PATH))
  expect(api.sentTo(POST)).toEqual([{ mobile: NUMBER }])
})

test('the code confirms the number; a wrong one is an error, and another can be sent (R-044)', async () => {
  const wrong = 'This code is wrong. Check it and try again.'
  const api = fakeApi({
    [GET]: WAITING,
    [POST]: WAITING,
    [PUT]: () => json({ errors: { code: [wrong] } }, 400),
  })
  const { history } = await renderAt(CONFIRM_PATH, CONFIRM_PATH, ConfirmPhoneScreen)
  expect(await screen.findByText(`Enter the six digits that we sent to ${NUMBER}.`)).toBeTruthy()
  await typeInto('Code', '12')
  await press('Confirm')
  expect(await screen.findByText('Enter the six-digit code.')).toBeTruthy()
  await typeInto('Code', '3456')
  await press('Confirm')
  expect(await screen.findByText(wrong)).toBeTruthy()
  await press('Send another code')
  expect(await screen.findByText('A new code is on its way.')).toBeTruthy()
  api.change({ [PUT]: DONE })
  await press('Confirm')
  await waitFor(() => expect(history.location.pathname).toBe('/settings/accountinfo'))
  expect(api.sentTo(PUT)).toEqual([{ code: '123456' }, { code: '123456' }])
})

test('without an SMS gateway the operator has the code, and the screen says so (D-91)', async () => {
  fakeApi({ [GET]: { ...WAITING, delivery: 'outbox' } })
  await renderAt(CONFIRM_PATH, CONFIRM_PATH, ConfirmPhoneScreen)
  await screen.findByText(
    `This server can’t send messages yet. Ask its operator for the code for ${NUMBER}.`,
  )
  expect(screen.getByRole('button', { name: 'Make another code' })).toBeTruthy()
})

test('without a number there is no code field', async () => {
  fakeApi({ [GET]: NONE })
  await renderAt(CONFIRM_PATH, CONFIRM_PATH, ConfirmPhoneScreen)
  expect(await screen.findByText('No code is waiting')).toBeTruthy()
})

test('offline nothing is sent (D-75)', async () => {
  const api = fakeApi({ [GET]: NONE })
  const { store } = await renderAt(PATH, PATH, PhoneScreen)
  await typeInto('Mobile number', NUMBER)
  goOffline(store)
  await press('Send code')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(api.sentTo(POST)).toEqual([])
  goOnline(store)
})
