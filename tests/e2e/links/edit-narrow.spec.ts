import { showNarrow } from '../support/large-text.ts'
import { chooseForRow, linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

test('the code fits 320 px (WCAG 1.4.4, 1.4.10)', async ({ page, addProduct, person, openApp }) => {
  const link = await addProduct('Oak lamp')
  const tags = ['a'.repeat(50)]
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'مصباح', tags })
  await openApp('/splitlinks')
  await expect(linkRow(page, 'مصباح')).toBeVisible()
  await chooseForRow(page, 'مصباح', 'Edit')
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'rtl')
  await showNarrow(page)

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
