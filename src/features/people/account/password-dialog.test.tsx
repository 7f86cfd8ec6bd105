import { expect, test } from 'vitest'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { hrefOf, noDialog, press, screen, userEvent } from '#support/window/on-screen.ts'
import { AccountScreen } from './account-screen.tsx'

const PATH = '/settings/accountinfo'
const CHANGE = 'PUT /v1/users/me/password'
const LINK = 'POST /v1/send-set-password-link'
const EMAIL = {
  email: 'ana@ana.example',
  is_confirmed: false,
  confirmed_at: null,
  pending_email: null,
  sent_at: null,
  delivery: 'smtp',
}
const MOBILE = {
  mobile: null,
  is_verified: false,
  pending_mobile: null,
  code_until: null,
  delivery: 'sms',
}
const calls = {
  'GET /v2/my/sessions/': { results: [] },
  'GET /v1/users/me/email': EMAIL,
  'GET /v1/users_mobile': MOBILE,
}

signInPerTest()

const show = () => renderAt(PATH, PATH, AccountScreen)
const openDialog = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Password/ }))
const submit = () => press('Change password')

test('rows show how the user signs in, and lead to the forms', async () => {
  fakeApi(calls)
  await show()
  expect(await screen.findByText('ana@ana.example, not confirmed')).toBeTruthy()
  expect(hrefOf(/^Email/)).toBe(`${PATH}/email`)
  expect(await screen.findByText('Not set')).toBeTruthy()
  expect(hrefOf(/^Phone/)).toBe(`${PATH}/phone`)
})

test('a new password replaces the old one', async () => {
  const api = fakeApi({ ...calls, [CHANGE]: () => new Response(null, { status: 204 }) })
  const { history } = await show()
  await openDialog()
  expect(history.location.search).toBe('?dialog=password')
  await submit()
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Current password'), 'four unlike words')
  await userEvent.type(screen.getByLabelText('New password'), 'short')
  await submit()
  expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), ' and more')
  await submit()
  await screen.findByText('Your new password is set. Other devices are signed out.')
  expect(api.sentTo(CHANGE)).toEqual([
    { password: 'four unlike words', new_password: 'short and more' },
  ])
  await noDialog()
})

test('a wrong password is an error at its field, and a link to reset it can be requested', async () => {
  const wrong = 'This password is wrong. Check it and try again.'
  const api = fakeApi({
    ...calls,
    [CHANGE]: () => json({ errors: { password: [wrong] } }, 400),
    [LINK]: {},
  })
  await show()
  await openDialog()
  await userEvent.type(await screen.findByLabelText('Current password'), 'guess')
  await userEvent.type(screen.getByLabelText('New password'), 'other unlike words')
  await submit()
  expect(await screen.findByText(wrong)).toBeTruthy()
  await press('Forgot it? Get a link by mail')
  await screen.findByText('A link to set a new password is on its way to your email.')
  expect(api.sentTo(LINK)).toEqual([{}])
})
