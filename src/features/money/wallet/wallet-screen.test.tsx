import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBalance, aRequest, CARD_CODE, detailOf, REQUESTS } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { BALANCE, serveWallet } from '#support/window/wallet-server.ts'
import { expectTexts, findDialog, noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { WalletScreen } from './wallet-screen.tsx'

signInPerTest()

const open = (address = '/wallet/my-requests') => renderAt('/wallet/$tab', address, WalletScreen)
const SHOW_CODE = 'POST /v1/bank/redemptions/3/code/'
const WRONG = 'This password is wrong. Check it and try again.'
const balance = () => within(screen.getByRole('region', { name: 'Balance' }))
const answering = (requests: readonly object[], more = {}) => ({
  results: requests,
  next: null,
  count: requests.length,
  balance: aBalance(more),
})

test('the balance shows the amounts ready, pending, held and waiting for brands (R-394, R-414)', async () => {
  serveWallet()
  await open()
  expect((await screen.findByText('Ready to redeem')).nextSibling?.textContent).toBe('$412.80')
  expect(balance().getByRole('img', { name: '$412.80 ready, $286.15 pending' })).toBeTruthy()
  expect(balance().getByText(/^\$96\.40/).parentElement?.textContent).toMatch(/by Jun 4/)
  expect(balance().getByText('Requested').nextSibling?.textContent).toBe('$250.00')
  expect(balance().getByText('Held').nextSibling?.textContent).toContain('$12.50')
  expect(balance().getByRole('link', { name: 'See why' }).getAttribute('href')).toBe(
    '/wallet/pending-earnings',
  )
  expect(balance().getByRole('list', { name: 'Waits for brands' }).textContent).toBe(
    '$40.00 waits until Sample Lamps pays us',
  )
})

test('page translation leaves the amount unchanged', async () => {
  serveWallet()
  await open()
  const amount = (await screen.findByText('Ready to redeem')).nextElementSibling
  expect(amount?.textContent).toBe('$412.80')
  expect(amount?.getAttribute('translate')).toBe('no')
})

test('the button names the amount, and none below the payment threshold', async () => {
  const api = serveWallet()
  const { unmount } = await open()
  const link = await screen.findByRole('link', { name: 'Redeem $412.80' })
  expect(link.getAttribute('href')).toBe('/wallet/my-requests?redeem=paypal')
  unmount()
  api.change({ [BALANCE]: answering([], { available: 62.8 }) })
  await open()
  await waitFor(() =>
    expect(balance().getByText('Ready to redeem').nextSibling?.textContent).toBe('$62.80'),
  )
  expect(screen.getByRole('link', { name: 'Redeem' })).toBeTruthy()
})

test('a negative balance after a reversal is explained', async () => {
  serveWallet({ [BALANCE]: answering([], { available: -12 }) })
  await open()
  expect((await screen.findByText('Ready to redeem')).nextSibling?.textContent).toBe('-$12.00')
  expect(screen.getByText(/^Orders were refunded after you redeemed\./)).toBeTruthy()
})

const STATES = [
  ['requested', 'Requested'],
  ['in_review', 'In review'],
  ['processing', 'In progress'],
  ['paid', 'Paid'],
  ['returned', 'Sent back'],
  ['rejected', 'Not paid'],
] as const

test.each(STATES)(
  'a request in the state %s is called "%s", never sent (R-393, D-49)',
  async (state, name) => {
    serveWallet({ [BALANCE]: answering([aRequest(1, { state })]) })
    await open()
    const row = await screen.findByRole('button', { name: /^PayPal/ })
    expect(within(row).getByText(name)).toBeTruthy()
    expect(row.textContent).not.toMatch(/\bsent\b/)
  },
)

test('requests are listed with their purpose, newest first (R-393)', async () => {
  serveWallet()
  await open()
  const list = await screen.findByRole('list', { name: 'Requests' })
  const rows = within(list).getAllByRole('button')
  expect(rows.map((row) => row.querySelector('span span')?.textContent)).toEqual([
    'PayPal',
    'Sample Forest Fund',
    'Gift card, Sample Home Store',
    'PayPal',
    'PayPal',
  ])
  expect(rows[4]?.textContent).toMatch(/couldn’t find an account.*The money is back\./)
})

test('“Show more requests” loads the next page', async () => {
  serveWallet({
    [BALANCE]: ({ query }) =>
      query.get('page') === '2'
        ? answering([aRequest(1, { amount: 11 })])
        : { ...answering([aRequest(2, { amount: 22 })]), next: '/v1/bank/redemptions/?page=2' },
  })
  await open()
  await press('Show more requests')
  await expectTexts('$11.00', '$22.00')
  expect(screen.queryByRole('button', { name: 'Show more requests' })).toBeNull()
})

test('each tab has its own address, and the balance stays in place (R-008, R-394, R-395)', async () => {
  serveWallet()
  const { history } = await open()
  const figure = await screen.findByText('Ready to redeem')
  await userEvent.click(screen.getByRole('tab', { name: 'Pending' }))
  expect(await screen.findByRole('list', { name: 'Pending earnings' })).toBeTruthy()
  expect(history.location.pathname).toBe('/wallet/pending-earnings')
  await userEvent.click(screen.getByRole('tab', { name: 'Available' }))
  expect(await screen.findByRole('list', { name: 'Available earnings' })).toBeTruthy()
  expect(history.location.pathname).toBe('/wallet/available-earnings')
  expect(screen.getByText('Ready to redeem')).toBe(figure)
})

test('a returned payout shows the reason and what to do next', async () => {
  serveWallet()
  await open('/wallet/my-requests?request=1')
  const sheet = await findDialog('PayPal, $180.00')
  expect(sheet.getByText('Sent back')).toBeTruthy()
  expect(
    sheet.getByText(
      'PayPal couldn’t find an account for ana@mail.example. The $180.00 is back in your wallet.',
    ),
  ).toBeTruthy()
  expect(sheet.getByRole('link', { name: 'Change email' }).getAttribute('href')).toBe(
    '/wallet/payment-threshold',
  )
  expect(sheet.getByRole('link', { name: 'Redeem again' }).getAttribute('href')).toBe(
    '/wallet/my-requests?redeem=paypal',
  )
})

test('a gift card shows its code after the password, and its PIN after a button is pressed', async () => {
  const api = serveWallet()
  const { history } = await open()
  await press(/^Gift card, Sample Home Store/)
  const sheet = await findDialog('Gift card, Sample Home Store, $25.00')
  expect(sheet.queryByText(CARD_CODE.code)).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'Show the code' }))
  expect(await sheet.findByText('Enter your password to see the code.')).toBeTruthy()
  api.change({ [SHOW_CODE]: () => json({ errors: { password: [WRONG] } }, 400) })
  await userEvent.type(sheet.getByLabelText('Password'), 'secret{Enter}')
  expect(await sheet.findByText(WRONG)).toBeTruthy()
  api.change({ [SHOW_CODE]: { result: { ...REQUESTS[2], ...CARD_CODE } } })
  await userEvent.keyboard('{Enter}')
  expect(await sheet.findByText(CARD_CODE.code)).toBeTruthy()
  expect(api.sentTo(SHOW_CODE)).toEqual([{ password: 'secret' }, { password: 'secret' }])
  expect(sheet.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  expect(sheet.queryByText(CARD_CODE.pin)).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'Show PIN' }))
  expect(sheet.getByText(CARD_CODE.pin)).toBeTruthy()
  expect(sheet.getByRole('button', { name: 'Copy PIN' })).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await noDialog()
  expect(history.location.search).toBe('')
})

test('offline, the password for a code is not sent and stays in the field (R-608)', async () => {
  const api = serveWallet()
  const { store } = await open()
  await screen.findByRole('list', { name: 'Requests' })
  showSavedCopy(store)
  await press(/^Gift card, Sample Home Store/)
  const sheet = await findDialog('Gift card, Sample Home Store, $25.00')
  await userEvent.type(sheet.getByLabelText('Password'), 'secret{Enter}')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(sheet.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
  expect(api.sentTo(SHOW_CODE)).toEqual([])
})

test('an unknown request has a message', async () => {
  serveWallet({ 'GET /v1/bank/redemptions/99/': () => json({}, 404) })
  await open('/wallet/my-requests?request=99')
  expect(await screen.findByText('This request isn’t here')).toBeTruthy()
})

test('offline, the saved copy is shown with its age (R-608)', async () => {
  serveWallet()
  const { unmount } = await open()
  await screen.findByRole('list', { name: 'Requests' })
  expect(screen.queryByText(/updated/)).toBeNull()
  unmount()
  fakeApi({ [BALANCE]: noConnection })
  const { store } = await open()
  showSavedCopy(store)
  expect(await screen.findByText('Ready to redeem, updated just now')).toBeTruthy()
  expect(screen.getByText('$412').parentElement?.getAttribute('data-old')).toBe('true')
  expect(screen.getByRole('list', { name: 'Requests' })).toBeTruthy()
})

test('a wallet that fails to load has a message and can be loaded again', async () => {
  const api = serveWallet({ [BALANCE]: () => json({}, 500) })
  await open()
  await expectTexts('Couldn’t load your balance', 'Couldn’t load your requests')
  api.change({ [BALANCE]: answering(REQUESTS) })
  for (const again of screen.getAllByRole('button', { name: 'Try again' }))
    await userEvent.click(again)
  expect(await screen.findByRole('list', { name: 'Requests' })).toBeTruthy()
  expect(await screen.findByText('Ready to redeem')).toBeTruthy()
})

test('an empty wallet says that there is nothing yet', async () => {
  serveWallet({
    [BALANCE]: answering([], {
      available: 0,
      pending: 0,
      reserved: 0,
      held: 0,
      clears_next: null,
      waiting_for: [],
    }),
    'GET /v1/bank/pending_earnings/': { results: [], next: null, count: 0, total: 0 },
  })
  await open()
  expect(await screen.findByText('No requests yet')).toBeTruthy()
  expect(balance().queryByRole('img')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Pending' }))
  expect(await screen.findByText('Nothing pending')).toBeTruthy()
})

test('a request in review says why', async () => {
  const request = aRequest(7, { state: 'in_review' })
  serveWallet({ 'GET /v1/bank/redemptions/7/': detailOf(request) })
  await open('/wallet/my-requests?request=7')
  expect(
    await screen.findByText(/^We look at first payouts.*usually within 3 days\.$/),
  ).toBeTruthy()
})
