import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBalance, aRequest, SETTINGS, VALUES } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json, noConnection, type Answer } from '#support/window/fake-api.ts'
import { deferred } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { BALANCE, REDEEM, serveWallet, SETTINGS_CALL } from '#support/window/wallet-server.ts'
import { findDialog, hrefOf, noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { WalletScreen } from '../wallet-screen.tsx'

signInPerTest()

const open = (way = 'paypal') =>
  renderAt('/wallet/$tab', `/wallet/my-requests?redeem=${way}`, WalletScreen)
const done = () => json({ result: aRequest(9) }, 201)
const amount = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const confirm = async () =>
  userEvent.click((await findDialog('Check and confirm')).getByRole('button', { name: /^Redeem/ }))

test('an amount is requested by PayPal after a review, then the wallet is shown (R-392)', async () => {
  const api = serveWallet({ [REDEEM]: done })
  const { history } = await open()
  await userEvent.click(await amount('$250'))
  await press('Redeem $250.00 to PayPal')
  const sheet = await findDialog('Check and confirm')
  const fact = (name: string) => sheet.getByText(name).nextElementSibling?.textContent
  expect(fact('You redeem')).toBe('$250.00')
  expect(fact('To')).toBe('PayPal, ana@ana.example')
  expect(fact('Left in your wallet')).toBe('$162.80')
  expect(fact('Paid')).toMatch(/^Usually by /)
  // The sheet states who pays the fee before the user confirms.
  expect(sheet.getByText(/If PayPal takes a fee, it comes off this amount\./)).toBeTruthy()
  expect(api.sentTo(REDEEM)).toEqual([])
  await confirm()
  expect(await screen.findByText('Requested $250.00')).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'Requests' })).toBeTruthy()
  expect(history.location.search).toBe('')
  expect(api.sentTo(REDEEM)).toEqual([{ value: 250, paypal_email: 'ana@ana.example' }])
})

test('amounts below the threshold are readable and explained; the whole balance is selected (D-51, D-52)', async () => {
  serveWallet()
  await open()
  expect((await amount('$412.80')).checked).toBe(true)
  const all = screen.getAllByRole<HTMLInputElement>('radio').slice(3)
  expect(all.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['10', true],
    ['25', true],
    ['50', true],
    ['100', false],
    ['250', false],
    ['412.8', false],
  ])
  expect(screen.getByText(/^Your payment threshold is \$100\.00/).parentElement?.textContent).toBe(
    'Your payment threshold is $100.00, so smaller amounts wait until you lower it.',
  )
})

test.each([
  [62.8, /^You can redeem once \$100\.00 is ready: \$37\.20 more/],
  [0, /^Nothing is ready yet\./],
  [-5, /^Nothing is ready yet\./],
])('with %d dollars all buttons are disabled, with the reason', async (available, why) => {
  const api = serveWallet({
    [BALANCE]: { results: [], next: null, count: 0, balance: aBalance({ available }) },
    'GET /v1/shop/paypal/values/paypal': { results: [], min: 100, max: Math.max(0, available) },
    [REDEEM]: done,
  })
  await open()
  expect(await screen.findByText(why)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Redeem to PayPal' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(REDEEM)).toEqual([])
})

test('two presses send one request (R-404)', async () => {
  const late = deferred<Response>()
  const api = serveWallet({ [REDEEM]: () => late.promise })
  await open()
  await press('Redeem $412.80 to PayPal')
  const button = (await findDialog('Check and confirm')).getByRole('button', {
    name: 'Redeem $412.80',
  })
  await userEvent.dblClick(button)
  await userEvent.click(button)
  await act(async () => late.resolve(done()))
  expect(await screen.findByText('Requested $250.00')).toBeTruthy()
  expect(api.sentTo(REDEEM)).toHaveLength(1)
})

test('after a lost answer the same request is sent with the same key, also from a reopened screen', async () => {
  const keys: (string | null)[] = []
  let answer: Answer = noConnection
  const api = serveWallet({
    [REDEEM]: (call) => (typeof answer === 'function' ? answer(call) : answer),
  })
  const served = globalThis.fetch
  vi.stubGlobal('fetch', (input: Request) => {
    if (input.method === 'POST') keys.push(input.headers.get('Idempotency-Key'))
    return served(input)
  })
  const { unmount } = await open()
  await press('Redeem $412.80 to PayPal')
  await confirm()
  const sheet = await findDialog('Check and confirm')
  await sheet.findByText('Couldn’t redeem. Check your connection and try again.')
  unmount()
  answer = done()
  await open()
  await press('Redeem $412.80 to PayPal')
  await confirm()
  expect(await screen.findByText('Requested $250.00')).toBeTruthy()
  expect(api.sentTo(REDEEM)).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('offline nothing is sent, and the choice stays (R-608, D-75)', async () => {
  const api = serveWallet({ [REDEEM]: done })
  const { store } = await open()
  await userEvent.click(await amount('$100'))
  showSavedCopy(store)
  await press('Redeem $100.00 to PayPal')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect((await amount('$100')).checked).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(REDEEM)).toEqual([])
})

test.each([
  ['value', 'Your balance is $80.00.'],
  ['paypal_email', 'This is not your PayPal email any more.'],
])(
  'an error of the server about %s is shown at its place, and the review closes',
  async (field, text) => {
    serveWallet({ [REDEEM]: () => json({ errors: { [field]: [text] } }, 400) })
    await open()
    await press('Redeem $412.80 to PayPal')
    await confirm()
    expect(await screen.findByText(text)).toBeTruthy()
    await noDialog()
    const group = screen.getByText(text).closest('div')
    expect(group?.querySelector('fieldset')?.dataset['wrong']).toBe('true')
  },
)

test('an unconfirmed email is an error at the button that was pressed', async () => {
  const text = 'Confirm your email address first.'
  serveWallet({ [REDEEM]: () => json({ errors: { non_field_errors: [text] } }, 400) })
  await open()
  await press('Redeem $412.80 to PayPal')
  await confirm()
  expect(await (await findDialog('Check and confirm')).findByText(text)).toBeTruthy()
})

test('without a PayPal address the screen leads to the one where it is entered', async () => {
  const api = serveWallet({ [SETTINGS_CALL]: { ...SETTINGS, paypal_email: '' } })
  await open()
  expect(await screen.findByText('There is no address yet')).toBeTruthy()
  expect(hrefOf('Add your PayPal email')).toBe('/wallet/payment-threshold')
  await press('Redeem $412.80 to PayPal')
  expect(await screen.findByText('Add your PayPal email first.')).toBeTruthy()
  expect(api.sentTo(REDEEM)).toEqual([])
})

test('an address that is not confirmed yet is marked as such', async () => {
  const paypal_email_next = { email: 'new@ana.example', usable_at: null }
  serveWallet({ [SETTINGS_CALL]: { ...SETTINGS, paypal_email: '', paypal_email_next } })
  await open()
  expect(await screen.findByText('new@ana.example cannot be used yet')).toBeTruthy()
  await press('Redeem $412.80 to PayPal')
  await screen.findByText('Confirm new@ana.example first: we sent a link there.')
})

test('the other two ways have links', async () => {
  serveWallet()
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: /^Give to charity/ }))
  expect(hrefOf('Choose an organization')).toBe('/wallet/my-requests?redeem=charity')
  await userEvent.click(screen.getByRole('radio', { name: /^Gift card/ }))
  expect(hrefOf('Choose a gift card')).toBe('/wallet/gift-cards')
})

test('money is donated to an organization that was searched and selected, with the password (R-392)', async () => {
  const wrong = 'This password is wrong. Check it and try again.'
  const api = serveWallet({ [REDEEM]: () => json({ errors: { password: [wrong] } }, 400) })
  await open('charity')
  await screen.findByRole('radio', { name: /^Sample Forest Fund/ })
  await press('Give $412.80')
  expect(await screen.findByText('Choose an organization.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Find an organization'), 'meals')
  expect(screen.queryByRole('radio', { name: /^Sample Forest Fund/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /^Example Food Bank/ }))
  await userEvent.click(await amount('$100'))
  await press('Give $100.00')
  const sheet = await findDialog('Check and confirm')
  expect(sheet.getByText('To').nextElementSibling?.textContent).toBe('Example Food Bank')
  await confirm()
  expect(await sheet.findByText('Enter your password to give money away.')).toBeTruthy()
  expect(api.sentTo(REDEEM)).toEqual([])
  await userEvent.type(sheet.getByLabelText('Password'), 'secret{Enter}')
  expect(await sheet.findByText(wrong)).toBeTruthy()
  api.change({ [REDEEM]: done })
  await userEvent.type(sheet.getByLabelText('Password'), 's')
  await confirm()
  expect(await screen.findByText('Requested $250.00')).toBeTruthy()
  expect(api.sentTo(REDEEM)).toEqual(
    ['secret', 'secrets'].map((password) => ({ value: 100, charity_id: 2, password })),
  )
})

test('without organizations the screen says so and names another way', async () => {
  serveWallet({ 'GET /v1/shop/charity_organisations': { results: [] } })
  await open('charity')
  expect(await screen.findByText('No organizations right now')).toBeTruthy()
  expect(hrefOf('Redeem another way')).toBe('/wallet/my-requests?redeem=paypal')
})

test('an address that contains the review shows the choice first', async () => {
  serveWallet({ 'GET /v1/shop/paypal/values/paypal': VALUES })
  const { history } = await renderAt(
    '/wallet/$tab',
    '/wallet/my-requests?redeem=paypal&confirm=1',
    WalletScreen,
  )
  await amount('$412.80')
  await waitFor(() => expect(history.location.search).toBe('?redeem=paypal'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
