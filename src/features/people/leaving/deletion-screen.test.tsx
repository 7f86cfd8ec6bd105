import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeletionPreview } from '#contract/people/leaving.ts'
import { readSession } from '#live/session.ts'
import { wipeAll } from '#live/wipe.ts'
import { goTo } from '#support/browser-window.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { expectTexts, press, screen, userEvent } from '#support/window/on-screen.ts'
import { DeletionScreen } from './deletion-screen.tsx'

const PATH = '/settings/accountinfo/deletion'
const PREVIEW = 'GET /v2/my/profile/deletion/'
const DELETE = 'POST /v2/my/profile/deletion/'
const left: string[] = []

const preview = (more: Partial<DeletionPreview> = {}) => ({
  result: {
    email: 'ana@ana.example',
    links: 128,
    domains: 0,
    slug: 'ana',
    available: 0,
    coming: 0,
    paypal_email: null,
    deletion_at: '2031-06-14T12:00:00.000Z',
    ...more,
  },
})

beforeEach(() => {
  goTo(`https://app.example${PATH}`)
  signInAs('ana')
  left.length = 0
  vi.spyOn(location, 'replace').mockImplementation((url) => void left.push(String(url)))
})
afterEach(wipeAll)

const open = () => renderAt(PATH, PATH, DeletionScreen)
const ask = async (password: string, word: string) => {
  await userEvent.type(await screen.findByLabelText('Password'), password)
  await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), word)
  await press('Delete account')
}
/** Presses the button of the dialog. The form below it has one with the same name. */
const pressInDialog = async (name: string) => {
  const dialog = await screen.findByRole('alertdialog')
  const button = [...dialog.querySelectorAll('button')].find((one) => one.textContent === name)
  if (!button) throw new Error(`no ${name}`)
  await userEvent.click(button)
}

test('the screen lists what would be deleted, with this account’s numbers', async () => {
  fakeApi({ [PREVIEW]: preview({ domains: 1, available: 4.2, coming: 7 }) })
  await open()
  expect(await screen.findByText('128 links stop working')).toBeTruthy()
  expect(
    screen.getByText('Visitors see that the link is gone. So does your own domain.'),
  ).toBeTruthy()
  await expectTexts('Your page goes offline', '$4.20 is still in your wallet')
  expect(
    screen.getByText(/\$7\.00 is still on its way\. We mail you when it is ready/),
  ).toBeTruthy()
})

test('what the user does not have is not listed', async () => {
  fakeApi({ [PREVIEW]: preview({ links: 0, slug: null, domains: 0, available: 0, coming: 0 }) })
  await open()
  expect(await screen.findByText('Your account is removed')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'What ends' }).children).toHaveLength(1)
})

test('a single domain is listed too', async () => {
  fakeApi({ [PREVIEW]: preview({ links: 0, domains: 1 }) })
  await open()
  expect(await screen.findByText('Your own domain stops working')).toBeTruthy()
  expect(screen.queryByText(/0 links/)).toBeNull()
})

test('deleting needs the password, a typed word and a confirmation, never a single click (R-458)', async () => {
  const api = fakeApi({ [PREVIEW]: preview(), [DELETE]: { result: { deletion_at: '2031-06-14' } } })
  await open()
  await press('Delete account')
  await expectTexts('Enter your password.', 'Type DELETE, in capital letters.')
  await ask('secret words', 'delete')
  expect(await screen.findByText('Type DELETE, in capital letters.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Type DELETE to confirm'))
  await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE')
  await press('Delete account')
  expect(await screen.findByText('Delete ana@ana.example?')).toBeTruthy()
  expect(
    screen.getByText('You are signed out now. Sign in before Jun 14, 2031 to undo it.'),
  ).toBeTruthy()
  expect(api.sentTo(DELETE)).toEqual([])
  await pressInDialog('Keep account')
  expect(api.sentTo(DELETE)).toEqual([])
  expect(readSession()).not.toBeNull()
})

test('after deleting, nothing stays on the device, and the login page says until when it can be undone', async () => {
  const api = fakeApi({ [PREVIEW]: preview(), [DELETE]: { result: { deletion_at: '2031-06-14' } } })
  await open()
  await ask('secret words', 'DELETE')
  await pressInDialog('Delete account')
  await vi.waitFor(() => expect(left).toHaveLength(1))
  expect(api.sentTo(DELETE)).toEqual([{ password: 'secret words', redeem: false }])
  const to = new URL(left[0] ?? '', location.href)
  expect([to.pathname, to.searchParams.get('notice')]).toEqual(['/multi-connect/login', 'leaving'])
  expect(to.searchParams.get('success')).toBe('https://app.example/')
  expect(readSession()).toBeNull()
})

test('a balance below the minimum is sent to PayPal, unless the user objects', async () => {
  const money = { available: 4.2, paypal_email: 'ana@pay.example' }
  const api = fakeApi({
    [PREVIEW]: preview(money),
    [DELETE]: json(
      { errors: { password: ['This password is wrong. Check it and try again.'] } },
      400,
    ),
  })
  await open()
  const box = await screen.findByRole('checkbox', {
    name: 'Send $4.20 to ana@pay.example by PayPal',
  })
  await ask('wrong', 'DELETE')
  await pressInDialog('Delete account')
  expect(await screen.findByText('This password is wrong. Check it and try again.')).toBeTruthy()
  await userEvent.click(box)
  await press('Delete account')
  await pressInDialog('Delete account')
  await vi.waitFor(() => expect(api.sentTo(DELETE)).toHaveLength(2))
  expect(api.sentTo(DELETE)).toMatchObject([{ redeem: true }, { redeem: false }])
})

test('the typed password can be shown', async () => {
  fakeApi({ [PREVIEW]: preview() })
  await open()
  const field = await screen.findByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  await press('Show password')
  expect(field.getAttribute('type')).toBe('text')
  await press('Hide password')
  expect(field.getAttribute('type')).toBe('password')
})

test('without numbers from the server nothing is listed, and nothing can be deleted', async () => {
  const api = fakeApi({ [PREVIEW]: json({}, 500) })
  await open()
  expect(await screen.findByText('Couldn’t load your account')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  api.change({ [PREVIEW]: preview() })
  await press('Try again')
  expect(await screen.findByText('128 links stop working')).toBeTruthy()
})
