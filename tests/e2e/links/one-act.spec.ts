import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('Enter on home creates a link', async ({ page, addProduct, context, shop, openApp }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addProduct('Older lamp')
  await openApp()
  const gate = new EventEmitter()
  shop.hold(once(gate, 'open'))
  await page.getByLabel('Paste a link').fill(shop.product('Arclamp'))
  await page.getByLabel('Paste a link').press('Enter')

  const share = page.getByRole('dialog', { name: 'Your link is ready' })
  const address = (await share.getByTestId('short-url').getAttribute('href')) ?? ''
  await expect(page.getByText('Link has been copied')).toBeVisible()
  expect(await clipboard(page)).toBe(address)
  // The text states the current step. The share of the work done is unknown, so no percentage is
  // shown.
  await expect(share.getByText('Reading the page')).toBeVisible()
  await expect(share.getByText(/%/)).toHaveCount(0)
  await expectAccessible(page, 'a link whose page is being read')
  shop.hold(undefined)
  gate.emit('open')
  await expect(share.getByText('Arclamp', { exact: true })).toBeVisible()
  await expect(share.locator('img[src*="/media/"]')).toBeVisible()
  await expect(share.getByText(/^(Reading the page|Getting the photo)$/)).toHaveCount(0)
})

const clicksOf = async (person: Person) => {
  const answer = await person.send('POST', '/v2/my/links/search/', {})
  const { results } = (await answer.json()) as { results: { lifetime_clicks: number }[] }
  return results[0]?.lifetime_clicks
}

/**
 * Returns the animation names of the icon in the message. The pointer stays on the message so that
 * it does not close.
 */
async function movesIn(page: Page, text: string): Promise<string[]> {
  const line = page.getByRole('status').locator('div', { hasText: text })
  await line.hover()
  return line
    .locator('svg[data-motion] path')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationName))
}

test('first link and first click show once', async ({ page, person, request, shop, openApp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openApp()
  await settled(page)
  await page.getByRole('button', { name: 'Paste a link' }).click()
  await page.getByLabel('Product or page address').fill(shop.product('Arclamp'))
  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  const address = (await page.getByTestId('short-url').getAttribute('href')) ?? ''
  const first = 'That’s your first link.'
  // The message does not appear while the dialog is open.
  await expect(page.getByText(first)).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(first)).toBeVisible()
  const moving = await movesIn(page, first)
  expect(moving).toHaveLength(2)
  expect(moving).not.toContain('none')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await request.get(address, { maxRedirects: 0, headers: { 'User-Agent': PHONE } })
  await expect.poll(() => clicksOf(person), { timeout: 20_000 }).toBe(1)
  await page.reload()
  const second = 'Your first click has come in.'
  await expect(page.getByText(second)).toBeVisible()
  const still = await movesIn(page, second)
  expect(still).toHaveLength(2)
  for (const name of still) expect(moving).not.toContain(name)
  await expectAccessible(page, 'the first click')

  await page.reload()
  await expect(page.getByText('1 click', { exact: true }).first()).toBeVisible()
  for (const text of [first, second]) await expect(page.getByText(text)).toHaveCount(0)
})
