import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const DEVELOPERS = '/settings/developers'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an API key is used and deleted', async ({ page, person, server, shop, openApp, request }) => {
  await openApp('/settings')
  await page.getByRole('link', { name: /^Developers/ }).press('Enter')
  await expect(page.getByText(/^No keys yet/)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'developers without keys')

  await page.getByRole('link', { name: 'New key' }).press('Enter')
  await page.getByLabel('Name').fill('Newsletter script')
  await page.getByRole('switch', { name: 'Read clicks' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Read clicks' })).toBeChecked()
  await page.getByLabel('Expires').selectOption('In 30 days')
  await expectAccessibleInBothThemes(page, 'new key')
  await page.getByRole('textbox', { name: 'Your password' }).fill('not the password')
  await button(page, 'Create key').press('Enter')
  await expect(page.getByText('This password is wrong. Check it and try again.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Your new key' })
  const key = await dialog.locator('code').innerText()
  await expectAccessibleInBothThemes(page, 'created key')
  await button(page, 'Done').press('Enter')
  await expect(page).toHaveURL(DEVELOPERS)

  const created = await request.post(`${server.origin}/v2/my/links/`, {
    headers: { Authorization: `Bearer ${key}` },
    data: { url: shop.product('Oak lamp') },
  })
  expect(created.status()).toBe(201)
  const refused = await request.get(`${server.origin}/v1/bank/statements/`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(await refused.json()).toEqual({
    errors: { non_field_errors: ['This API key needs the permission earnings:read.'] },
  })

  // The key itself is gone after its dialog was closed, also after a reload.
  await page.reload()
  const row = page.getByRole('button', { name: /^Newsletter script/ })
  await expect(row).toContainText('Edits links. Reads collections and clicks. Used today')
  expect(await page.content()).not.toContain(key)
  await expectAccessibleInBothThemes(page, 'developers with a key')
  await row.press('Enter')
  const calls = page.getByRole('dialog').getByRole('listitem')
  await expect(calls.filter({ hasText: 'POST /v2/my/links' })).toContainText(', 201')
  await expect(calls.filter({ hasText: 'GET /v1/bank/statements' })).toContainText(', 403')
  await expectAccessibleInBothThemes(page, 'one key')
  await button(page, 'Delete key').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).press('Enter')
  await expect(page.getByText(/^No keys yet/)).toBeVisible()
  const deleted = await request.post(`${server.origin}/v2/my/links/`, {
    headers: { Authorization: `Bearer ${key}` },
    data: { url: shop.product('Elm lamp') },
  })
  expect(deleted.status()).toBe(401)
})

test('the reference has examples to copy and works with the keyboard', async ({ page, server }) => {
  await page.goto(`${server.origin}/developers`)
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'reference')
  const call = page.locator('#createLink')
  await call.locator('summary').press('Enter')
  await expect(call.getByRole('region', { name: 'Create a link with curl' })).toContainText(
    'Authorization: Bearer $SPLIT_KEY',
  )
  await call.scrollIntoViewIfNeeded()
  await expectAccessibleInBothThemes(page, 'call of the reference')
})

test('the page of the extension is accessible at both sizes', async ({ page, server }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${server.origin}/extension/`)
    await expect(page.getByRole('heading', { name: 'Split in your browser' })).toBeVisible()
    await expectAccessibleInBothThemes(page, `extension at ${width}`)
  }
})
