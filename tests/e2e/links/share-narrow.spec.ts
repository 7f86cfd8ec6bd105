import type { Page } from '@playwright/test'
import { showNarrow } from '../support/large-text.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

const LONG_CODE = 'my-summer-lamp-collection-for-the-living-room-2026'

/** Returns elements that extend beyond the left or right edge of the window. */
const cutOff = (page: Page, inside: string) =>
  page.locator(inside).evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 1 && (left < -1 || right > window.innerWidth + 1)
      })
      .map((one) => one.outerHTML.slice(0, 80)),
  )

async function asNarrowAsCanBe(page: Page) {
  await showNarrow(page, 844)
}

test('SHARE fits 320 px (WCAG 1.4.4, 1.4.10)', async ({ page, addProduct, person, openApp }) => {
  const link = await addProduct('Oak lamp')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { short_code: LONG_CODE })
  await openApp('/splitlinks')
  await linkRow(page, 'Oak lamp').getByRole('button', { name: 'Oak lamp', exact: true }).click()
  const address = page.getByTestId('short-url')
  await expect(address).toHaveText(/my-summer-lamp/)
  await expect(page.getByAltText(/^QR code/)).toBeVisible()
  // The short code starts on its own line below the host.
  const [host, code] = [address.locator('span').first(), address.locator('span').last()]
  const [above, below] = [await host.boundingBox(), await code.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)

  await asNarrowAsCanBe(page)
  expect(await cutOff(page, 'dialog *')).toEqual([])
  const title = await page.getByRole('heading', { name: 'Oak lamp' }).boundingBox()
  expect(title?.width).toBeGreaterThan(120)
})

test('the link page fits 320 px (WCAG 1.4.4, 1.4.10)', async ({ page, person, shop }) => {
  const name = 'مصباح طويل جدا 🎉 '.repeat(6)
  const { uuid } = await person.addLink(`${shop.product(name)}?${'z'.repeat(900)}`)
  const short_code = `${LONG_CODE.slice(0, -4)}2027`
  await person.send('PATCH', `/v2/my/links/${uuid}/`, { short_code })
  // The link has no name until the server has read the product page.
  await expect(async () => {
    await page.goto(`/s/${short_code}+`)
    await expect(page.getByText('مصباح').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await asNarrowAsCanBe(page)
  await page.getByText('Report abuse').click()
  expect(await cutOff(page, 'body *')).toEqual([])
  await page.getByRole('group', { name: 'Where it goes' }).focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => page.getByRole('group', { name: 'Where it goes' }).evaluate((box) => box.scrollTop))
    .toBeGreaterThan(0)
})
