import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { CONFIRM_EMAIL, waitForOutbox } from '../support/outbox.ts'
import { expect, test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('account changes (R-041, R-042, R-043, R-044)', async ({ page, person, server, openApp }) => {
  await openApp('/settings/accountinfo')
  await expect(page.getByText(`${person.email}, not confirmed`)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'account info')

  // The link in the email opens a page with a button that confirms the new address.
  await page.getByRole('link', { name: /^Email/ }).press('Enter')
  const email = `new-${person.email}`
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await expectAccessibleInBothThemes(page, 'email')
  await button(page, 'Send confirmation').press('Enter')
  await expect(page.getByText('This server can’t send mail yet')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'email that waits')
  const link = await waitForOutbox(server, email, CONFIRM_EMAIL)
  await page.goto(link)
  await expectAccessibleInBothThemes(page, 'question of the mail')
  await button(page, 'Confirm').press('Enter')
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Open your email settings' }).press('Enter')
  await expect(page.getByText(`Now ${email}`)).toBeVisible()

  await page.getByRole('link', { name: 'Back' }).press('Enter')
  await page.getByRole('link', { name: /^Phone/ }).press('Enter')
  const mobile = '+12025550134'
  await page.getByLabel('Mobile number').fill('+1 202 555 0134')
  await expectAccessibleInBothThemes(page, 'phone')
  await button(page, 'Make a code').press('Enter')
  await expect(page.getByText(`Ask its operator for the code for ${mobile}.`)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'code')
  const code = await waitForOutbox(server, mobile, /^(\d{6}) is your/m)
  await page.getByLabel('Code').fill(code)
  await button(page, 'Confirm').press('Enter')
  await expect(page.getByText('Phone confirmed.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Phone/ })).toContainText(mobile)

  await page.getByRole('button', { name: /^Password/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password', { exact: true }).fill(person.password)
  await dialog.getByLabel('New password', { exact: true }).fill('five other unlike words')
  await expectAccessibleInBothThemes(page, 'password')
  await dialog.getByRole('button', { name: 'Change password' }).press('Enter')
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto('/settings/notifications-settings')
  await expect(page.getByRole('switch', { name: 'By mail' })).toBeVisible()
  await expect(page.getByText('This server can’t send mail yet.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'notification settings')
})
