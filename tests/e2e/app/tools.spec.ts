import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('bookmark opens CREATE (R-033, R-507, R-566)', async ({ page, context, shop, openApp }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openApp('/more')
  await page.getByRole('main').getByRole('link', { name: 'Tools' }).click()
  await expect(page).toHaveURL('/tools')
  await expectAccessibleInBothThemes(page, 'tools')
  // Phones have no browser extensions. The installed app receives shared pages instead.
  const install = page.getByRole('button', { name: /^(Install Split|Share to Split)/ })
  await install.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Share pages to Split')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(install).toBeFocused()
  await page.getByRole('button', { name: 'Copy bookmark' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const bookmark = await page.evaluate(() => navigator.clipboard.readText())

  const product = shop.product('Oak arc lamp')
  const shopping = await context.newPage()
  await shopping.goto(product)
  const opened = context.waitForEvent('page')
  await shopping.evaluate(bookmark.slice('javascript:'.length))
  const app = await opened
  await expect(app.getByRole('textbox', { name: /link|address/i }).first()).toHaveValue(product)
})
