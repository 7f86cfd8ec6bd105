import { row } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'

test('at 320 px with text twice as large the code can be typed, and nothing scrolls sideways (WCAG 1.4.4, 1.4.10)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak lamp'))
  const tags = ['a'.repeat(50)]
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'مصباح', tags })
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'مصباح')).toBeVisible()
  await row(page, 'مصباح').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'rtl')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

  await page.getByRole('tab', { name: 'Tags' }).click()
  const cross = page.getByRole('button', { name: /^Remove a/ }).locator('svg')
  // The icon grows with the text size.
  expect((await cross.boundingBox())?.width).toBe(26)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const code = page.getByLabel('Short code')
  await code.fill('oak-lamp')
  const form = page.locator('dialog form')
  const width = (await code.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan(80)
  expect(await form.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
})
