import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { openDesk } from '../support/desk.ts'
import { expectReachedByTab, pressByKeys, typeByKeys } from '../support/keys.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { startShopSite, type ShopSite } from '../support/shop-site.ts'
import { expect, test } from '../support/test.ts'

const SECRET = 'a-secret-of-the-shop'

/** Checks a page of the desk at both sizes, in both themes and with large text. */
async function look(page: Page, where: string) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessibleInBothThemes(page, `${where} at ${width}`)
  }
  await showNarrow(page)
  expect(await overflow(page), where).toBe(0)
}

/** Sends an order as Shopify does. Returns the status. */
async function sendOrder(address: string, clickId: string): Promise<number> {
  const order = {
    id: 4711,
    name: '#4711',
    currency: 'EUR',
    updated_at: new Date().toISOString(),
    created_at: new Date().toISOString(),
    current_subtotal_price: '49.90',
    current_total_price: '49.90',
    note_attributes: [{ name: 'split_click_id', value: clickId }],
  }
  const body = JSON.stringify(order)
  const headers = {
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Webhook-Id': randomUUID(),
    'X-Shopify-Hmac-Sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
  }
  return (await fetch(address, { method: 'POST', headers, body })).status
}

test('a brand connects its shop by keyboard and sees the test order', async ({
  page,
  person,
  server,
}) => {
  const link = await openDesk(server, person)
  const press = (name: string) => pressByKeys(page, page.getByRole('button', { name }).first())
  const follow = (name: string) =>
    pressByKeys(page, page.getByRole('link', { name, exact: true }).first())
  await page.goto(link)
  await press('Sign in')
  await follow('Orders')
  await follow('Connect your shop')
  await look(page, 'shop systems of a brand')
  await press('Set up Shopify')
  await expect(page.getByText('Nothing has arrived yet.')).toBeVisible()
  await typeByKeys(page, page.getByLabel('Secret'), 'short')
  await press('Store secret')
  await expect(page.getByRole('alert')).toContainText('Enter the whole secret.')
  await expect(page.getByLabel('Secret')).toHaveAccessibleDescription(/whole secret/)
  await look(page, 'secret of a shop refused')
  await typeByKeys(page, page.getByLabel('Secret'), SECRET)
  await press('Store secret')
  await expect(page.getByText('A secret is stored.')).toBeVisible()

  const copied = (label: string) => page.locator('.copy', { hasText: label }).locator('code')
  const address = await copied('Address').innerText()
  const trial = new URL(await copied('Test link').innerText())
  expect(await sendOrder(address, trial.searchParams.get('kid') ?? '')).toBe(200)
  await follow('Check again')
  await expect(page.getByText('Test order #4711 arrived.')).toBeVisible()
  await expect(page.getByRole('row', { name: /orders\/create.*#4711.*Test/ })).toBeVisible()
  // Without the part behind #, Tab starts at the top.
  await page.goto('/desk/shop/shopify')
  await expectReachedByTab(page, 'shop of a brand')
  await look(page, 'shop of a brand')
  await page.goto('/desk/shop/other')
  await look(page, 'own program of a brand')
})

type Site = { site: ShopSite; clickId: string; storage: () => Promise<string | null> }

/** Opens the site of a shop, and checks that only the script was requested from Split. */
async function onSite(page: Page, split: string, visit: (site: Site) => Promise<void>) {
  const site = await startShopSite(split)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const storage = () => page.evaluate(() => localStorage.getItem('split_click_id'))
  try {
    await visit({ site, clickId: randomUUID(), storage })
    const ours = requested.filter((url) => url.startsWith(split))
    expect(new Set(ours)).toEqual(new Set([`${split}/t.js`]))
    expect(await page.context().cookies()).toEqual([])
  } finally {
    await site.stop()
  }
}

const idOnPage = (page: Page) =>
  page.evaluate(() => (window as { splitClickId?: string }).splitClickId ?? null)

test('the script keeps the click id and adds it to orders', async ({ page, server }) => {
  await onSite(page, server.origin, async ({ site, clickId, storage }) => {
    await page.goto(`${site.origin}/?kid=${clickId}`)
    await expect.poll(() => idOnPage(page)).toBe(clickId)
    const [kept, end] = ((await storage()) ?? '').split(' ')
    expect(kept).toBe(clickId)
    expect(Math.round((Number(end) - Date.now()) / 86_400_000)).toBe(30)
    await page.getByRole('link', { name: 'Later' }).click()
    await expect.poll(() => idOnPage(page)).toBe(clickId)
    await page.getByRole('button', { name: 'Order' }).click()
    await expect.poll(() => site.sent).toEqual([`/order split_click_id=${clickId}`])
    await expect.poll(() => idOnPage(page)).toBe(clickId)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect.poll(() => site.sent.slice(1)).toEqual(['/news '])
    await page.goto(`${site.origin}/shopify`)
    await expect
      .poll(() => site.sent.slice(2))
      .toEqual([`/cart/update.js attributes[split_click_id]=${clickId}`])
    await page.route('https://buy.stripe.com/**', (route) => route.fulfill({ body: 'paid' }))
    await page.getByRole('link', { name: 'Pay' }).click()
    const paid = `https://buy.stripe.com/test_lamp?locale=de&client_reference_id=${clickId}`
    await expect(page).toHaveURL(paid)
  })
})

test('the script ignores expired and invalid ids, and waits for consent', async ({
  page,
  server,
}) => {
  await onSite(page, server.origin, async ({ site, clickId, storage }) => {
    await page.goto(`${site.origin}/?kid=not-an-id`)
    await page.waitForFunction(() => document.readyState === 'complete')
    expect([await idOnPage(page), await storage()]).toEqual([null, null])
    await page.evaluate((id) => localStorage.setItem('split_click_id', `${id} 1`), clickId)
    await page.reload()
    await expect.poll(storage).toBeNull()
    expect(await idOnPage(page)).toBeNull()
    await page.goto(`${site.origin}/wait?kid=${clickId}`)
    await page.waitForFunction(() => 'splitConsent' in window)
    expect([await idOnPage(page), await storage()]).toEqual([null, null])
    await page.evaluate(() => (window as unknown as { splitConsent: () => void }).splitConsent())
    expect(await idOnPage(page)).toBe(clickId)
    expect(await storage()).toContain(clickId)
    // A newer click replaces the older one.
    const newer = randomUUID()
    await page.goto(`${site.origin}/?kid=${newer}`)
    await expect.poll(storage).toContain(newer)
  })
})
