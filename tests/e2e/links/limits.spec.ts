import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

/** User agent of a visitor. Headless browsers name themselves as such and count as bots. */
const VISITOR =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

async function settingsOf(page: Page, name: string) {
  const row = linkRow(page, name)
  await expect(row).toBeVisible({ timeout: 20_000 })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('tab', { name: /^Settings/ }).click()
}

async function saveSettings(page: Page) {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a link with start, password and click limit, for its owner and a visitor', async ({
  page,
  browser,
  server,
  openWithLink,
}) => {
  const link = await openWithLink('Oak arc lamp')
  await settingsOf(page, 'Oak arc lamp')
  await page.getByLabel('Starts').fill('2031-05-01T10:00')
  await page.getByLabel('Limit clicks').fill('0')
  await page.getByLabel(/^Password/).fill('abc')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Use at least 4 characters.')).toBeVisible()
  await expect(page.getByLabel('Limit clicks')).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the limits of a link')
  await page.getByLabel('Limit clicks').fill('1')
  await page.getByLabel(/^Password/).fill('open sesame')
  await saveSettings(page)

  const context = await browser.newContext({ baseURL: server.origin, userAgent: VISITOR })
  const visitor = await context.newPage()
  const failures: string[] = []
  visitor.on('console', (message) => {
    if (/policy/i.test(message.text())) failures.push(message.text())
  })
  const path = `/s/${link.short_code}`
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link is not open yet')
  await expect(visitor.getByText(/^It opens on .+ UTC\.$/)).toBeVisible()
  await expectAccessibleInBothThemes(visitor, 'a link that is not open yet')

  await settingsOf(page, 'Oak arc lamp')
  await expect(page.getByText('0 of 1 used.')).toBeVisible()
  await expect(page.getByText('Set. Type a new one to replace it.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear start' }).click()
  await saveSettings(page)

  await visitor.goto(path)
  const field = visitor.getByLabel('Password')
  await expect(field).toBeFocused()
  await expectAccessibleInBothThemes(visitor, 'a link with a password')
  await field.fill('open')
  await visitor.getByRole('button', { name: 'Open' }).click()
  await expect(visitor.getByText('This password is wrong.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/^This password is wrong/)
  await expectAccessibleInBothThemes(visitor, 'a wrong password')
  await field.fill('open sesame')
  await visitor.keyboard.press('Enter')
  await visitor.waitForURL(link.target_url)
  expect(await context.cookies()).toEqual([])

  await visitor.goto(path)
  await field.fill('open sesame')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link has ended')
  await expectAccessibleInBothThemes(visitor, 'a link without openings left')
  expect(failures).toEqual([])
  await context.close()
})

test('the form fits small screens and large text', async ({ page, addProduct, person }) => {
  const link = await addProduct('Oak arc lamp')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { password: 'open sesame' })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`/s/${link.short_code}`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)
  await expect(page.getByRole('button', { name: 'Open' })).toBeVisible()
})
