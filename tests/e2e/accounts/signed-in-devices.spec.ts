import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('a device that is signed out from another one asks to sign in again', async ({
  page,
  browser,
  baseURL,
  person,
  signIn,
  signInThroughLogin,
}) => {
  await signInThroughLogin(page, person, '/splitlinks')
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  await signIn(other, person, '/settings')
  await other.getByRole('link', { name: 'Account info' }).click()

  await expect(other.getByText('This device')).toBeVisible()
  await expectAccessibleInBothThemes(other, 'account info')
  const first = other.getByRole('button', { name: /^Sign out Chrom/ }).first()
  await first.focus()
  await other.keyboard.press('Enter')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(other.getByText(/ is signed out\.$/)).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/multi-connect\/login/)
  await elsewhere.close()
})
