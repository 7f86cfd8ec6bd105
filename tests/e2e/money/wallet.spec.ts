import type { Page } from '@playwright/test'
import {
  aBalance,
  aRequest,
  CARD_CODE,
  detailOf,
  REQUESTS,
  walletAnswers,
} from '#support/wallet-samples.ts'
import { expectAccessible } from '../support/axe.ts'
import { expectHolds } from '../support/holds.ts'
import { goOffline, goOnline } from '../support/offline.ts'
import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

// The tests stub the server's answers. Playwright cannot stub requests of the service worker.
test.use({ serviceWorkers: 'block' })

type Answers = Record<string, object>

/** Answers all requests about money, and records the requests that change something. */
async function fakeMoney(page: Page, more: Answers = {}) {
  const answers: Answers = { ...walletAnswers(), ...more }
  const sent: { name: string; body: unknown; key: string | undefined }[] = []
  await page.route(/\/(v1\/(bank|shop)|v2\/my\/rank)\//, async (route) => {
    const request = route.request()
    const name = `${request.method()} ${new URL(request.url()).pathname}`
    if (request.method() !== 'GET')
      sent.push({
        name,
        body: request.postDataJSON(),
        key: request.headers()['idempotency-key'],
      })
    const answer = answers[name]
    await route.fulfill(answer ? { json: answer } : { status: 404, json: {} })
  })
  return { answers, sent }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Place = [name: string, address: string, shown: string]
const PLACES: Place[] = [
  ['requests', '/wallet/my-requests', 'In progress'],
  ['available', '/wallet/available-earnings', 'Bonus'],
  ['pending', '/wallet/pending-earnings', 'We look again'],
  ['request', '/wallet/my-requests?request=1', 'Redeem again'],
  ['card', '/wallet/my-requests?request=3', 'Show the code'],
  ['earning', '/wallet/pending-earnings?earning=12', 'Partly refunded'],
  ['redeem', '/wallet/my-requests?redeem=paypal', 'Your payment threshold is'],
  ['charity', '/wallet/my-requests?redeem=charity', 'Example Food Bank'],
  ['gift-cards', '/wallet/gift-cards', 'Sold out for now.'],
  ['gift-card', '/wallet/gift-cards?card=2', 'Left in your wallet'],
  ['threshold', '/wallet/payment-threshold', 'Redeem automatically'],
  ['rank', '/rank', 'of 340 creators'],
]

for (const [name, address, shown] of PLACES)
  test(`the wallet is accessible at every size: ${name}`, async ({ page, openApp }) => {
    await fakeMoney(page)
    await openApp(address)
    await expectHolds(page, name, async () => {
      await page.goto(address)
      await page.getByText(shown).first().waitFor()
    })
    // A sheet covers the page, so only the text of the sheet is checked.
    const isSheet = (await page.getByRole('dialog').count()) > 0
    if (isSheet)
      await expect.poll(() => cutWords(page, '.vh, #root'), { message: name }).toEqual([])
  })

/** Returns the answer of the wallet after this request. */
const requestsAfter = (made: ReturnType<typeof aRequest>, available: number) => ({
  results: [made, ...REQUESTS],
  next: null,
  count: 6,
  balance: aBalance({ available }),
})

test('money is redeemed by keyboard (R-392, R-393, R-404)', async ({ page, openApp }) => {
  const { answers, sent } = await fakeMoney(page)
  const made = aRequest(9, { amount: 100 })
  answers['POST /v1/shop/paypal/redeem'] = { result: made }
  await openApp('/wallet')
  await expect(page).toHaveURL('/wallet/my-requests')
  await page.getByRole('link', { name: 'Redeem $412.80' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: '$412.80' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '$100', exact: true })).toBeChecked()
  await button(page, 'Redeem $100.00 to PayPal').focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Check and confirm' })
  await expect(sheet).toContainText('PayPal, ana@ana.example')
  await expectAccessible(page, 'the look before it goes')
  answers['GET /v1/bank/redemptions/'] = requestsAfter(made, 312.8)
  await sheet.getByRole('button', { name: 'Redeem $100.00' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Requested $100.00')).toBeVisible()
  await expect(page).toHaveURL('/wallet/my-requests')
  const first = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first()
  await expect(first).toContainText('$100.00')
  await expect(first).toContainText('Requested')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$312.80')
  expect(sent).toEqual([
    {
      name: 'POST /v1/shop/paypal/redeem',
      body: { value: 100, paypal_email: 'ana@ana.example' },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
})

test('redeeming needs a connection (R-608, D-75)', async ({ page, openApp }) => {
  const { sent } = await fakeMoney(page)
  await openApp('/wallet/my-requests?redeem=paypal')
  const sum = page.getByRole('radio', { name: '$100', exact: true })
  await sum.check({ force: true })
  await goOffline(page)
  await button(page, 'Redeem $100.00 to PayPal').click()
  await expect(page.getByText('You’re offline. Nothing was sent.')).toBeVisible()
  await expect(sum).toBeChecked()
  expect(sent).toEqual([])
  await goOnline(page)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
  await button(page, 'Redeem $100.00 to PayPal').click()
  await expect(page.getByRole('dialog', { name: 'Check and confirm' })).toContainText('$100.00')
  expect(sent).toEqual([])
})

test('gift cards need the password (R-392, R-396)', async ({ page, person, openApp }) => {
  const { answers } = await fakeMoney(page)
  const card = aRequest(9, {
    kind: 'voucher',
    state: 'paid',
    amount: 50,
    target: 'Sample Kitchen Co.',
  })
  answers['POST /v1/shop/vouchers/redeem'] = { result: detailOf(card, CARD_CODE) }
  answers['GET /v1/bank/redemptions/9/'] = detailOf(card)
  answers['POST /v1/bank/redemptions/9/code/'] = { result: detailOf(card, CARD_CODE) }
  await openApp('/wallet/gift-cards')
  await button(page, 'Sample Kitchen Co. $50').click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await expectAccessible(page, 'a gift card before it is taken')
  await button(page, 'Redeem $50.00').click()
  const sheet = page.getByRole('dialog', { name: 'Your gift card' })
  await expect(sheet).toContainText(CARD_CODE.code)
  await expectAccessible(page, 'a gift card')
  answers['GET /v1/bank/redemptions/'] = requestsAfter(card, 362.8)
  await sheet.getByRole('link', { name: 'My requests' }).click()
  await expect(page).toHaveURL('/wallet/my-requests')
  await page.getByRole('button', { name: /^Gift card, Sample Kitchen Co\./ }).click()
  await expect(page.getByRole('dialog')).not.toContainText(CARD_CODE.code)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await expectAccessible(page, 'a gift card from before')
  await button(page, 'Show the code').click()
  await expect(page.getByRole('dialog')).toContainText(CARD_CODE.code)
  await expect(page.getByRole('dialog')).not.toContainText(CARD_CODE.pin)
  await button(page, 'Show PIN').click()
  await expect(page.getByRole('dialog')).toContainText(CARD_CODE.pin)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/wallet/my-requests')
})

test('wallet tabs change the address, not the head (R-008)', async ({ page, openApp }) => {
  await fakeMoney(page)
  await openApp('/wallet/my-requests')
  await page.getByRole('region', { name: 'Balance' }).evaluate((box) => {
    box.dataset['kept'] = 'yes'
  })
  await page.getByRole('tab', { name: 'My requests' }).focus()
  for (const [path, list] of [
    ['/wallet/available-earnings', 'Available earnings'],
    ['/wallet/pending-earnings', 'Pending earnings'],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('list', { name: list })).toBeVisible()
  }
  await expect(page.locator('[data-kept]')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'More' }),
  ).toHaveAttribute('aria-current', 'page')
})
