import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { V1 } from '#contract/app-constants.ts'
import type { Redemptions } from '#contract/money/wallet.ts'
import { waitForOutbox } from '../support/outbox.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test, type Person } from '../support/test.ts'

const KEY = 'a-key-of-the-kitchen-in-this-test'
/** Commissions of this brand are guaranteed and become available as soon as they are approved. */
const CONTENT = `brands:
  - key: sample-kitchen
    name: Sample Kitchen
    website: https://kitchen.example
    stores: [kitchen.example]
    rate: 12.5
    creator_share: 80
    hold_days: 14
    min_hold_hours: 0
    pays: guaranteed
    click_param: kid
    postback_key: ${KEY}
charities: [{ key: sea-rescue, name: Sea Rescue, text: Saves lives. }]
vendors: [{ key: sample-books, name: Sample Books }]
`
const CODE = 'CODE-OF-A-CARD-1'
const STRANGER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Orders within this time after their click need a review by the operator. */
const QUICK_MS = 5_000

async function apply(server: RunningServer) {
  await server.applyContent(CONTENT)
  const cards = join(server.dataDir, 'cards.csv')
  await writeFile(cards, `value,code,pin,country\n25,${CODE},,US\n`)
  await server.operator('vouchers', 'import', cards, '--vendor', 'sample-books')
}

/** Reports an order to the server, as a shop does. */
async function report(server: RunningServer, order: object) {
  const answer = await fetch(`${server.origin}/postback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Postback-Key': KEY },
    body: JSON.stringify(order),
  })
  return [answer.status, await answer.json()]
}

const CONFIRM_ADDRESS = /^https?:\S+\/confirm-email\/payout\/\S+$/m

/**
 * Returns the balance (available, reserved and redeemed) and the kinds of the redemption requests.
 */
async function standing(person: Person) {
  const answer = await person.send('GET', `${V1}/bank/redemptions/`)
  const { balance, results } = (await answer.json()) as Redemptions
  const { available, reserved, redeemed } = balance
  return { available, reserved, redeemed, requests: results.map(({ kind }) => kind) }
}

const balance = (page: Page) => page.getByRole('region', { name: 'Balance' })
const password = (page: Page) => page.getByRole('dialog').getByLabel('Password', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('money from the operator’s brand file to a requested payout (R-187, R-392, R-394, R-395, R-409, R-527, R-528)', async ({
  page,
  person,
  server,
  openApp,
}) => {
  await apply(server)
  // The creator finds the brand and creates a link.
  await openApp('/brands')
  await page.getByRole('link', { name: /Sample Kitchen/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sample Kitchen' })).toBeVisible()
  await expect(page.getByText('10%').first()).toBeVisible()
  await button(page, 'Create link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Product or page address')).toHaveValue(/kitchen\.example/)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  const search = await person.send('POST', '/v2/my/links/search/', {})
  const [link] = ((await search.json()) as { results: { split_url: string }[] }).results

  // A visitor follows the link and buys.
  const led = await fetch(link?.split_url ?? '', {
    redirect: 'manual',
    headers: { 'User-Agent': STRANGER },
  })
  const clickId = new URL(led.headers.get('location') ?? '').searchParams.get('kid')
  await sleep(QUICK_MS + 500)
  const order = { click_id: clickId, order_id: `order-${person.uuid}`, amount: '750.00' }
  await expect
    .poll(() => report(server, { ...order, status: 'pending' }))
    .toEqual([200, { status: 'pending', commission: 75 }])
  await page.goto('/wallet/pending-earnings')
  await expect(balance(page)).toContainText('$75.00')
  await expect(page.getByRole('list', { name: 'Pending earnings' })).toContainText('Sample Kitchen')

  // The shop approves the order, and the creator can request the money.
  expect(await report(server, { ...order, status: 'approved' })).toEqual([
    200,
    { status: 'approved', commission: 75 },
  ])
  await page.goto('/wallet/available-earnings')
  await expect(page.getByRole('list', { name: 'Available earnings' })).toContainText('$75.00')
  const settings = { paypal_email: person.email, password: person.password }
  const saved = await person.send('PATCH', `${V1}/bank/redemptions/settings/`, settings)
  expect(saved.status()).toBe(200)
  await page.goto(await waitForOutbox(server, person.email, CONFIRM_ADDRESS))
  await button(page, 'Confirm').click()
  await expect(page.getByRole('heading', { name: 'Payout address confirmed' })).toBeVisible()

  await page.goto('/wallet/my-requests')
  await page.getByRole('link', { name: 'Redeem $75.00' }).click()
  await page.getByRole('radio', { name: '$25', exact: true }).check({ force: true })
  await button(page, 'Redeem $25.00 to PayPal').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem $25.00' }).click()
  await expect(page.getByText('Requested $25.00')).toBeVisible()
  const first = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first()
  await expect(first).toContainText('$25.00')
  await expect(balance(page)).toContainText('$50.00')
  expect(await standing(person)).toEqual({
    available: 50,
    reserved: 25,
    redeemed: 0,
    requests: ['paypal'],
  })
  const list = await server.operator('payouts', 'list')
  expect(list).toContain(person.email)
  const [, id = ''] = new RegExp(`^(\\d+) .*${person.email}`, 'm').exec(list) ?? []
  await server.operator('payouts', 'paid', id, '--ref', 'T-1')

  // The same steps with a donation and a gift card.
  await page.goto('/wallet/my-requests?redeem=charity')
  await page.getByRole('radio', { name: /^Sea Rescue/ }).check({ force: true })
  await page.getByRole('radio', { name: '$25', exact: true }).check({ force: true })
  await button(page, 'Give $25.00').click()
  await password(page).fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem $25.00' }).click()
  await expect(page.getByText('Requested $25.00')).toBeVisible()
  await page.goto('/wallet/gift-cards')
  await button(page, 'Sample Books $25').click()
  await password(page).fill(person.password)
  await button(page, 'Redeem $25.00').click()
  await expect(page.getByRole('dialog', { name: 'Your gift card' })).toContainText(CODE)
  expect(await standing(person)).toEqual({
    available: 0,
    reserved: 25,
    redeemed: 50,
    requests: ['voucher', 'charity', 'paypal'],
  })
})
