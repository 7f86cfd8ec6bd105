import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

async function settingsOf(page: Page, name: string) {
  const row = linkRow(page, name)
  await expect(row).toBeVisible({ timeout: 20_000 })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('tab', { name: /^Settings/ }).click()
}

const visit = async (page: Page, code: string) => {
  const answer = await page.request.get(`/s/${code}`, { maxRedirects: 0 })
  return { status: answer.status(), location: answer.headers()['location'] }
}

test('a link ends, redirects to its fallback and says so', async ({ page, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
  await settingsOf(page, 'Oak arc lamp')
  await page.getByLabel('Then go to').fill('lamp')
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('switch', { name: 'Forward extra parameters' }).click()
  await page.getByLabel('Ends').fill(localIn(75))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Enter a valid URL/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Settings 1 error' })).toBeVisible()
  await expect(page.getByLabel('Then go to')).toBeFocused()
  await expect(page.getByLabel('Ends')).toHaveValue(/T/)
  await expectAccessibleInBothThemes(page, 'settings')
  await page.getByLabel('Then go to').fill('next.example/shop')
  await page.getByRole('button', { name: 'Save' }).click()
  const row = linkRow(page, 'Oak arc lamp')
  // Calendar days: three nights, or four if the test runs late in the evening.
  await expect(row).toContainText(/Ends in [34] days/)
  expect(await visit(page, `${link.short_code}?ref=ana`)).toEqual({
    status: 302,
    location: `${link.target_url}?ref=ana`,
  })

  await settingsOf(page, 'Oak arc lamp')
  await page.getByLabel('Ends').fill(localIn(-1))
  await expect(
    page.getByText('This time has passed, so the link no longer leads to its target.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Ended')
  expect(await visit(page, link.short_code)).toEqual({
    status: 302,
    location: 'http://next.example/shop/',
  })
  await row.click()
  await expect(page.getByText('People go to next.example/shop now.')).toBeVisible()
})

test('an incomplete date is not treated as empty', async ({ page, openWithLink }) => {
  await openWithLink('Oak arc lamp')
  await settingsOf(page, 'Oak arc lamp')
  await page.getByLabel('Ends').focus()
  await page.keyboard.type('0501')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a date and a time.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a link with + shows its target and accepts reports', async ({ page, addProduct }) => {
  const link = await addProduct('Oak arc lamp')
  const failures: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('400')) failures.push(message.text())
  })
  await page.goto(`/s/${link.short_code}+`)
  await expect(page.getByRole('heading', { name: 'Where this link goes' })).toBeVisible()
  await expect(page.getByText(link.target_url)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open / })).toHaveAttribute('href', link.target_url)
  await expectAccessibleInBothThemes(page, 'the page behind +')

  await page.getByText('Report abuse').click()
  await page.getByLabel('What is wrong').selectOption({ label: 'I received it as spam' })
  await page.getByLabel('Details').fill('In my mail')
  await page.getByLabel('Your email').fill('eve@x')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter an email address')
  await expect(page.getByLabel('Details')).toHaveValue('In my mail')
  await expectAccessibleInBothThemes(page, 'the report form')
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Your email').fill('eve@people.example')
  await page.getByLabel('I believe in good faith').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you.')
  expect(failures).toEqual([])
})

/**
 * Returns the value of a date-and-time field for this many hours from now. The browser and the test
 * use the same time zone.
 */
function localIn(hours: number): string {
  const at = new Date(Date.now() + hours * 60 * 60 * 1000)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60 * 1000)
  return local.toISOString().slice(0, 16)
}
