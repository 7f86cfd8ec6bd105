import type { Locator, Page } from '@playwright/test'
import { addCollection } from '../support/collections.ts'
import { showNarrow } from '../support/large-text.ts'
import { chooseForRow, linkRow } from '../support/links.ts'
import { twoColours } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'

const GUTTER = 16

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Returns true if the boxes of the two elements overlap. */
async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom
}

const toast = (page: Page) => page.locator('[aria-live="polite"] > div', { hasText: 'copied' })

test('the Copied line covers no button (R-185)', async ({ page, context, openWithLink }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openWithLink('Oak lamp')
  await linkRow(page, 'Oak lamp')
    .getByRole('button', { name: /^Copy link/ })
    .click()
  await expect(toast(page)).toBeVisible()
  expect(await overlap(toast(page), page.getByRole('button', { name: 'Create' }))).toBe(false)
  expect(await overlap(toast(page), linkRow(page, 'Oak lamp'))).toBe(false)
  const { right } = await boxOf(toast(page))
  const copies = await boxOf(linkRow(page, 'Oak lamp').getByRole('button').last())
  expect(right).toBeLessThanOrEqual(copies.x)
})

test('selection mode keeps the margins, icons in rows', async ({ page, person, openApp }) => {
  await person.addLink('http://127.0.0.1:9/nothing-is-here')
  await openApp('/splitlinks')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await chooseForRow(page, 'nothing-is-here', 'Select')
  const bar = page.getByRole('toolbar', { name: 'Selected links' })
  await expect(bar).toBeVisible()
  expect((await boxOf(retry)).right).toBeLessThanOrEqual(390 - GUTTER)
  const icons = bar
    .getByRole('button', { name: /collection|Tag|Parameters|browser|QR|Hide|Copy/ })
    .locator('svg')
  const tops = await icons.evaluateAll((all) =>
    all.map((icon) => Math.round(icon.getBoundingClientRect().top)),
  )
  expect(tops).toHaveLength(7)
  // Four in the first row and three in the second.
  expect(new Set(tops.slice(0, 4)).size).toBe(1)
  expect(new Set(tops).size).toBe(2)
})

test('the link editor shows the crop (R-214)', async ({ page, addProduct, person, openApp }) => {
  const link = await addProduct('Oak lamp')
  const upload = await page.request.post('/v1/uploader/upload/link_preview/', {
    headers: { 'X-API-TOKEN': person.token },
    multipart: { file: await twoColours(800, 600) },
  })
  const { id } = (await upload.json()) as { id: number }
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, {
    custom_image_upload_id: id,
    custom_image_params: { x1: 0, y1: 0.3, x2: 1, y2: 0.6 },
  })
  await openApp('/splitlinks')
  await chooseForRow(page, 'Oak lamp', 'Edit')
  const picture = page.getByAltText('Preview of the link')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain')
  for (const name of ['Edit photo', 'Replace'])
    // Poll, because the sheet may still be moving while the two boxes are measured one after the
    // other.
    await expect.poll(() => overlap(picture, page.getByRole('button', { name }))).toBe(false)
})

test('a collection menu stays inside the window', async ({ page, person, openApp }) => {
  await addCollection(person, 'Living room')
  await openApp('/splitlinks?tab=collections')
  await page.getByRole('link', { name: 'Living room' }).click()
  await page.getByRole('button', { name: 'More for this collection' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await menu.evaluate((list) =>
    Promise.all(
      (list.parentElement ?? list).getAnimations().map((animation) => animation.finished),
    ),
  )
  expect((await boxOf(menu.locator('..'))).right).toBeLessThanOrEqual(390 - 8)
})

test('home and the list format earnings alike', async ({ page, addProduct, person, signIn }) => {
  await addProduct('Oak lamp')
  const weights: string[] = []
  for (const path of ['/', '/splitlinks']) {
    await (path === '/' ? signIn(page, person) : page.goto(path))
    const sums = page.locator('dl').first().locator('dd')
    await expect(sums.first()).toHaveText('$0.00')
    weights.push(
      ...(await sums.evaluateAll((all) =>
        all.map((sum) => getComputedStyle(sum.firstElementChild ?? sum).fontWeight),
      )),
    )
  }
  expect(new Set(weights).size).toBe(1)
})

test('large text enlarges badge and icons (WCAG 1.4.4)', async ({ page, addProduct, openApp }) => {
  await addProduct('Oak lamp')
  const unread = { total: 12, groups: { clicks: 12, commission: 0, special: 0 } }
  await page.route('**/v2/my/facts/?**', (route) =>
    route.fulfill({ json: { unread, has_page: false, banner: null } }),
  )
  await openApp('/splitlinks')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
  await expect(bell).toBeVisible({ timeout: 30_000 })
  const icon = bell.locator('svg')
  const before = await boxOf(icon)
  await showNarrow(page, 844)
  expect((await boxOf(icon)).width).toBeCloseTo(2 * before.width, 0)
  const words = page.getByRole('tab', { name: 'Collections' })
  expect(await overlap(icon, words)).toBe(false)
  const badge = bell.locator('span')
  const { right, y } = await boxOf(badge)
  expect(right).toBeLessThanOrEqual(320)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(await badge.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true)
})

test('an unknown address leads home and says so (R-002)', async ({ page, openApp }) => {
  await openApp()
  await page.goto('/nonsense')
  await expect(page).toHaveURL('/')
  await expect(
    page.getByRole('status').getByText('That page does not exist. This is Home.'),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('the button of a new page is at the bottom', async ({ page, openApp }) => {
  await openApp('/creator-step-splitpages')
  await page.getByLabel('Page name').fill('Ana Example')
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeVisible()
  expect((await boxOf(next)).y).toBeGreaterThan(844 * 0.6)
  await page.setViewportSize({ width: 1280, height: 800 })
  const { x, right } = await boxOf(next)
  expect(x).toBeCloseTo(1280 - right, 0)
})

test('a custom date range is visible, in the months and the fields', async ({ page, openApp }) => {
  await openApp('/analytics?dialog=dates')
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    const dialog = page.getByRole('dialog', { name: 'Dates' })
    for (const name of ['From', 'To'])
      await expect(dialog.getByLabel(name, { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'This month' })).toBeInViewport({ ratio: 1 })
  }
})
