import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow } from '../support/large-text.ts'
import { expect, signedIn, submitAccount, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }

/** Sets up an authenticator app on the account screen and returns the recovery codes. */
async function setUpApp(page: Page, password: string): Promise<string[]> {
  await page.getByRole('button', { name: /^Off/ }).press('Enter')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'scan this code')
  const key = await page.locator('code').innerText()
  const totp = new TOTP({ secret: key.replaceAll(' ', '') })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'recovery codes')
  return page.getByRole('dialog').getByRole('listitem').allInnerTexts()
}

test('an authenticator app is set up, and a new device needs one of its codes', async ({
  page,
  browser,
  baseURL,
  person,
  openApp,
}) => {
  await page.setViewportSize(PHONE)
  await openApp('/settings/accountinfo')
  const codes = await setUpApp(page, person.password)
  expect(codes).toHaveLength(10)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'account with app')
  await page.setViewportSize(NARROW)
  expect(await overflow(page)).toBe(0)

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE })
  const other = await elsewhere.newPage()
  await other.goto('/multi-connect/login')
  await submitAccount(other, 'Sign in', person)
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessibleInBothThemes(other, 'code')
  const field = other.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('000 000 0')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('alert')).toContainText('This code is wrong or was used before.')
  await expectAccessible(other, 'wrong code')
  await other.setViewportSize(NARROW)
  expect(await overflow(other)).toBe(0)
  await other.getByLabel('Code', { exact: true }).fill(` ${codes[0]?.replace('-', ' ')}`)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await signedIn(other)
  await elsewhere.close()
})

test('an action with money asks for a code and continues with it', async ({
  page,
  person,
  openApp,
}) => {
  await page.setViewportSize(PHONE)
  await openApp('/settings/developers/new-key')
  const added = await person.send('POST', '/v2/my/factors/authenticator/', {
    password: person.password,
  })
  const { result } = (await added.json()) as { result: { secret: string } }
  const confirmed = await person.send('POST', '/v2/my/factors/authenticator/confirm/', {
    code: new TOTP({ secret: result.secret }).generate(),
  })
  const { recovery_codes } = ((await confirmed.json()) as { result: { recovery_codes: string[] } })
    .result
  await page.getByLabel('Name').fill('Script')
  await page.getByLabel('Your password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toBeVisible()
  await expectAccessibleInBothThemes(page, 'confirm')
  await dialog.getByLabel('Code', { exact: true }).fill(recovery_codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('split_').first()).toBeVisible()
})
