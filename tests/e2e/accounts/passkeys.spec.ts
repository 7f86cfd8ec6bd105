import type { Page } from '@playwright/test'
import { V1 } from '#contract/app-constants.ts'
import type { Factors } from '#contract/people/factors.ts'
import type { Redemptions } from '#contract/money/wallet.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow } from '../support/large-text.ts'
import { waitForOutbox } from '../support/outbox.ts'
import type { RunningServer } from '../support/running-server.ts'
import { addPasskeyDevice } from '../support/staff/passkey-device.ts'
import { expect, signedIn, test, type Person } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Adds a passkey on the account screen with the keyboard. */
async function addPasskey(page: Page, password: string) {
  await button(page, 'Add a passkey').press('Enter')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await button(page, 'I saved them').press('Enter')
}

test('a passkey is added, signs in, is renamed and removed, with the keyboard alone', async ({
  page,
  person,
  openApp,
}) => {
  await page.setViewportSize(PHONE)
  await addPasskeyDevice(page)
  await openApp('/settings/accountinfo')
  await button(page, 'Add a passkey').press('Enter')
  await expectAccessibleInBothThemes(page, 'add a passkey')
  await page.keyboard.press('Escape')
  await addPasskey(page, person.password)
  const row = page.getByRole('button', { name: /^Chrome on/ })
  await expect(row).toContainText('not used yet')
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, `passkeys ${size.width}`)
  }
  await page.setViewportSize(NARROW)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize(PHONE)

  await page.goto('/logout')
  await page.waitForURL(/multi-connect\/login/)
  const signInWithKey = button(page, 'Use a passkey')
  await expect(signInWithKey).toBeVisible()
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, `sign in ${size.width}`)
  }
  await page.setViewportSize(NARROW)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize(PHONE)
  await signInWithKey.press('Enter')
  await signedIn(page)

  await page.goto('/settings/accountinfo')
  await expect(row).toContainText('used today')
  await row.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Kitchen laptop')
  await expectAccessibleInBothThemes(page, 'passkey')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Kitchen laptop/ }).press('Enter')
  await button(page, 'Remove passkey').press('Enter')
  await button(page, 'Use a passkey instead').press('Enter')
  await expect(page.getByText('Confirmed with your passkey.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'remove passkey')
  await button(page, 'Remove').press('Enter')
  await expect(page.getByText('Kitchen laptop is removed.')).toBeVisible()
  const left = await person.send('GET', '/v2/my/factors/')
  const { result } = (await left.json()) as { result: Factors }
  expect([result.passkeys, result.recovery_codes_left]).toEqual([[], 0])
})

test('a sign-in without a passkey on the device says what to do', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/multi-connect/login')
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(page, 'Use a passkey').click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  await expectAccessible(page, 'no passkey')
})

const CONFIRM_EMAIL = /^https?:\S+\/confirm-email\/\S+$/m
const KEY = 'a-key-of-the-garden-in-this-test'
const CONTENT = `brands:
  - key: sample-garden
    name: Sample Garden
    website: https://garden.example
    stores: [garden.example]
    rate: 12.5
    creator_share: 80
    hold_days: 14
    min_hold_hours: 0
    pays: guaranteed
    click_param: gid
    postback_key: ${KEY}
charities: [{ key: sea-rescue, name: Sea Rescue, text: Saves lives. }]
`

/** Lets the person earn $75 with an order that the operator approves. */
async function earn(server: RunningServer, person: Person) {
  await server.applyContent(CONTENT)
  const link = await person.addLink('https://garden.example/spade')
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
  const led = await fetch(link.split_url, { redirect: 'manual', headers })
  const clickId = new URL(led.headers.get('location') ?? '').searchParams.get('gid')
  const order = { click_id: clickId, order_id: `spade-${person.uuid}`, amount: '750.00' }
  const report = (status: string) =>
    fetch(`${server.origin}/postback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Postback-Key': KEY },
      body: JSON.stringify({ ...order, status }),
    })
  await expect.poll(async () => (await report('pending')).status).toBe(200)
  const orders = await server.operator('conversions', 'list')
  const [, id = ''] = new RegExp(`^(\\d+) .*spade-${person.uuid}`, 'm').exec(orders) ?? []
  await server.operator('conversions', 'approve', id, '--why', 'Checked with the shop')
}

test('money is redeemed with a passkey instead of password and code', async ({
  page,
  person,
  server,
  openApp,
}) => {
  await page.setViewportSize(PHONE)
  await earn(server, person)
  await addPasskeyDevice(page)
  await page.goto(await waitForOutbox(server, person.email, CONFIRM_EMAIL))
  await button(page, 'Confirm').click()
  await openApp('/settings/accountinfo')
  await addPasskey(page, person.password)
  await page.goto('/wallet/my-requests?redeem=charity')
  await page.getByRole('radio', { name: '$25', exact: true }).check({ force: true })
  await page.getByRole('radio', { name: /^Sea Rescue/ }).check({ force: true })
  await button(page, 'Give $25.00').click()
  await button(page, 'Use a passkey instead').click()
  await expect(page.getByText('Confirmed with your passkey.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'redeem with a passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem $25.00' }).click()
  await expect(page.getByText('Requested $25.00')).toBeVisible()
  const answer = await person.send('GET', `${V1}/bank/redemptions/`)
  const { balance } = (await answer.json()) as Redemptions
  expect([balance.available, balance.reserved]).toEqual([50, 25])
})
