import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EmailState } from '#contract/people/account.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, typeInto, userEvent } from '#support/window/on-screen.ts'
import { EmailScreen } from './email-screen.tsx'

const PATH = '/settings/accountinfo/email'
const GET = 'GET /v1/users/me/email'
const POST = 'POST /v1/users/me/email'
const CONFIRM = 'POST /v1/users/me/email-confirmation'
const AGAIN = 'GET /v1/users/me/second-email-confirmation'

const STATE: EmailState = {
  email: 'ana@ana.example',
  is_confirmed: true,
  confirmed_at: new Date(new Date().getFullYear(), 2, 3, 12).toISOString(),
  pending_email: null,
  sent_at: null,
  delivery: 'smtp',
}
const sent_at = new Date().toISOString()
const WAITING: EmailState = { ...STATE, pending_email: 'ana@new.example', sent_at }

signInPerTest()

const open = () => renderAt(PATH, PATH, EmailScreen)

test('a new address needs the password and a confirmation by email (R-042)', async () => {
  const api = fakeApi({ [GET]: STATE, [POST]: WAITING })
  await open()
  await typeInto('New email', 'ana@new')
  await press('Send confirmation')
  expect(await screen.findByText('Enter an email address, like name@example.com.')).toBeTruthy()
  await typeInto('New email', '.example')
  await press('Send confirmation')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  expect(api.sentTo(POST)).toEqual([])
  await typeInto('Password', 'correct horse')
  await press('Send confirmation')
  expect(await screen.findByText('Waiting for you to confirm')).toBeTruthy()
  expect(screen.getByText('ana@new.example')).toBeTruthy()
  expect(screen.getByText(/^Open the mail we sent there at .* and press Confirm\./)).toBeTruthy()
  expect(screen.getByText('Mar 3')).toBeTruthy()
  expect(api.sentTo(POST)).toEqual([{ email: 'ana@new.example', password: 'correct horse' }])
})

test('an error of the server is at its field, and the password can be shown', async () => {
  const taken = 'An account with this email already exists.'
  fakeApi({ [GET]: STATE, [POST]: () => json({ errors: { email: [taken] } }, 400) })
  await open()
  await typeInto('New email', 'ben@ben.example')
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  await userEvent.type(password, 'correct horse')
  expect(password.type).toBe('password')
  await press('Show password')
  expect(password.type).toBe('text')
  await press('Hide password')
  expect(password.type).toBe('password')
  await press('Send confirmation')
  expect(await screen.findByText(taken)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('ben@ben.example')
})

test('after too many attempts a message says when to try again', async () => {
  const refusal = { errors: { non_field_errors: ['Too many attempts, try again later.'] } }
  const tooMany = () => json(refusal, 429, { 'Retry-After': '700' })
  const api = fakeApi({ [GET]: STATE, [POST]: tooMany })
  const { unmount } = await open()
  await typeInto('New email', 'ben@ben.example')
  await typeInto('Password', 'guess')
  await press('Send confirmation')
  const words = 'Too many attempts. Try again in 12 minutes.'
  expect(await screen.findByText(words)).toBeTruthy()
  unmount()
  api.change({ [GET]: WAITING, [AGAIN]: tooMany })
  await open()
  await press('Send again')
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a waiting change can be sent again or cancelled', async () => {
  const api = fakeApi({ [GET]: WAITING, [AGAIN]: { ...WAITING, sent_at: null }, [POST]: STATE })
  await open()
  await press('Send again')
  expect(await screen.findByText(/^A mail is on its way there\./)).toBeTruthy()
  await press('Cancel change')
  expect(await screen.findByLabelText('New email')).toBeTruthy()
  expect(api.sentTo(POST)).toEqual([{ email: STATE.email }])
})

test('without a mail server the screen says so, and accepts the link from the operator (D-91)', async () => {
  const waiting: EmailState = { ...WAITING, sent_at: null, delivery: 'outbox' }
  const done = { ...STATE, email: 'ana@new.example' }
  const api = fakeApi({ [GET]: waiting, [CONFIRM]: done })
  await open()
  await expectTexts('This server can’t send mail yet', 'No mail has left this server.')
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  await press('I have the link', 'Confirm')
  expect(await screen.findByText('Paste the link here.')).toBeTruthy()
  await typeInto('Confirmation link', ' https://app.example/confirm-email/the-key-1/ ')
  await press('Confirm')
  expect(await screen.findByText('Email confirmed.')).toBeTruthy()
  expect(api.sentTo(CONFIRM)).toEqual([{ key: 'the-key-1' }])
})

test('an address that was never confirmed can be confirmed', async () => {
  const unconfirmed = { ...STATE, is_confirmed: false, confirmed_at: null }
  const api = fakeApi({ [GET]: unconfirmed, [CONFIRM]: { ...unconfirmed, sent_at } })
  await open()
  expect(await screen.findByText('Not confirmed yet')).toBeTruthy()
  await press('Confirm this address')
  await waitFor(() => expect(api.sentTo(CONFIRM)).toEqual([{}]))
  expect(await screen.findByText(/^Open the mail we sent there/)).toBeTruthy()
})

test('offline nothing is sent, and the input stays (D-75)', async () => {
  const api = fakeApi({ [GET]: STATE })
  const { store } = await open()
  await typeInto('New email', 'ana@new.example')
  await typeInto('Password', 'correct horse')
  goOffline(store)
  await press('Send confirmation')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('ana@new.example')
  expect(api.sentTo(POST)).toEqual([])
  goOnline(store)
})
