import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBalance, aRequest, CARD_CODE, detailOf, VOUCHERS } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { BALANCE, serveWallet, TAKE_CARD } from '#support/window/wallet-server.ts'
import { findDialog, hrefOf, noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { GiftCardsScreen } from './gift-cards-screen.tsx'

signInPerTest()

const PATH = '/wallet/gift-cards'
const open = () => renderAt(PATH, PATH, GiftCardsScreen)
const CARDS = 'GET /v1/shop/vouchers'
const taken = detailOf(
  aRequest(9, { kind: 'voucher', amount: 50, state: 'paid', target: 'Sample Kitchen Co.' }),
  CARD_CODE,
)
const typePassword = async () =>
  userEvent.type((await findDialog('Check and confirm')).getByLabelText('Password'), 'secret')
const pressRedeem = async () =>
  userEvent.click(
    (await findDialog('Check and confirm')).getByRole('button', { name: 'Redeem $50.00' }),
  )
const take = async () => {
  await typePassword()
  await pressRedeem()
}

test('cards are listed by shop and value, sold-out ones too (R-009, R-396)', async () => {
  serveWallet()
  await open()
  expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe(
    '/wallet/my-requests',
  )
  const cards = await screen.findByRole('list', { name: 'Gift cards' })
  expect(
    within(cards)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Sample Home Store$25',
    'Sample Kitchen Co.$50',
    'Demo Ceramics$25',
    'Placeholder Plants$100',
  ])
  const gone = screen.getByRole('list', { name: 'Sold out' })
  expect(gone.textContent).toContain('Example Audio, $50')
  expect(within(gone).queryByRole('button')).toBeNull()
})

test('without gift cards the screen says so and names another way (R-396, D-50)', async () => {
  serveWallet({ [CARDS]: { results: [] } })
  await open()
  expect(await screen.findByText('No gift cards available right now')).toBeTruthy()
  expect(hrefOf('Redeem another way')).toBe('/wallet/my-requests?redeem=paypal')
})

test('if all cards are sold out, the screen says so above them', async () => {
  serveWallet({ [CARDS]: { results: VOUCHERS.map((one) => ({ ...one, in_stock: false })) } })
  await open()
  expect(await screen.findByText('No gift cards available right now')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Sold out' }).children).toHaveLength(5)
})

test('a card is bought after a review, and its code is shown at once (R-392)', async () => {
  const api = serveWallet({ [TAKE_CARD]: () => json({ result: taken }, 201) })
  await open()
  await press(/^Sample Kitchen Co\./)
  const sheet = await findDialog('Check and confirm')
  expect(sheet.getByText('Left in your wallet').nextElementSibling?.textContent).toBe('$362.80')
  await typePassword()
  expect(api.sentTo(TAKE_CARD)).toEqual([])
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Redeem $50.00' }))
  const card = await findDialog('Your gift card')
  expect(card.getByText(CARD_CODE.code)).toBeTruthy()
  expect(card.queryByText(CARD_CODE.pin)).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Show PIN' }))
  expect(card.getByText(CARD_CODE.pin)).toBeTruthy()
  expect(api.sentTo(TAKE_CARD)).toEqual([{ voucher_id: 2, password: 'secret' }])
  await userEvent.click(card.getByRole('button', { name: 'Done' }))
  await noDialog()
})

test('place and expiry of a card are shown before it is bought', async () => {
  serveWallet()
  await open()
  await press(/^Sample Kitchen Co\./)
  const sheet = await findDialog('Check and confirm')
  expect(sheet.getByText('Good in').nextElementSibling?.textContent).toBe('US, USD')
  expect(sheet.getByText('Good until').nextElementSibling?.textContent).toBe('Jan 31, 2099')
})

test('a card that has to be reviewed first says so and shows no code', async () => {
  const waiting = { ...taken, state: 'in_review' as const, code: null, pin: null }
  serveWallet({ [TAKE_CARD]: () => json({ result: waiting }, 201) })
  await open()
  await press(/^Sample Kitchen Co\./)
  await take()
  const sheet = await findDialog('Requested')
  expect(sheet.getByText(/usually within 3 days/)).toBeTruthy()
  expect(sheet.queryByText('Code')).toBeNull()
})

test('a card sold meanwhile says so, and the list is loaded again', async () => {
  const text = 'These gift cards are sold out.'
  const api = serveWallet({ [TAKE_CARD]: () => json({ errors: { voucher_id: [text] } }, 400) })
  await open()
  await press(/^Sample Kitchen Co\./)
  api.change({ [CARDS]: { results: VOUCHERS.filter(({ id }) => id !== 2) } })
  await take()
  expect(await (await findDialog('Check and confirm')).findByText(text)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Gift cards', hidden: true }).children).toHaveLength(3),
  )
})

test('each card asks for the password; a wrong one is an error that can be corrected', async () => {
  const wrong = 'This password is wrong. Check it and try again.'
  const api = serveWallet({ [TAKE_CARD]: () => json({ errors: { password: [wrong] } }, 400) })
  await open()
  await press(/^Sample Kitchen Co\./)
  const sheet = await findDialog('Check and confirm')
  await pressRedeem()
  expect(await sheet.findByText('Enter your password to get a gift card.')).toBeTruthy()
  expect(api.sentTo(TAKE_CARD)).toEqual([])
  const field = sheet.getByLabelText<HTMLInputElement>('Password')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('secret{Enter}')
  expect(await sheet.findByText(wrong)).toBeTruthy()
  expect([document.activeElement === field, field.value]).toEqual([true, 'secret'])
  api.change({ [TAKE_CARD]: () => json({ result: taken }, 201) })
  await userEvent.keyboard('s{Enter}')
  expect((await findDialog('Your gift card')).getByText(CARD_CODE.code)).toBeTruthy()
  expect(api.sentTo(TAKE_CARD)).toEqual(
    ['secret', 'secrets'].map((password) => ({ voucher_id: 2, password })),
  )
})

test('a card above the balance cannot be bought, and shows what is missing', async () => {
  const api = serveWallet({
    [BALANCE]: { results: [], next: null, count: 0, balance: aBalance({ available: 30 }) },
  })
  await open()
  await screen.findByText('$30.00')
  await press(/^Sample Kitchen Co\./)
  expect(
    (await findDialog('Check and confirm')).getByText('$20.00 more has to be ready for this one.'),
  ).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  await pressRedeem()
  expect(api.sentTo(TAKE_CARD)).toEqual([])
})

test('offline nothing is sent, and the input stays (R-608)', async () => {
  const api = serveWallet()
  const { store } = await open()
  await screen.findByRole('list', { name: 'Gift cards' })
  showSavedCopy(store)
  await press(/^Sample Kitchen Co\./)
  await take()
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(api.sentTo(TAKE_CARD)).toEqual([])
  const sheet = await findDialog('Check and confirm')
  expect(sheet.getByLabelText<HTMLInputElement>('Password').value).toBe('secret')
})
