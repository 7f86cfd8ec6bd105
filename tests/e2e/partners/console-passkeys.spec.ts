import { pressByKeys } from '../support/keys.ts'
import { addPasskeyDevice, checkWorkPage } from '../support/staff/passkey-device.ts'
import { enterConsole } from '../support/staff/console.ts'
import { expect, test } from '../support/test.ts'

test('staff add a passkey and sign in with it, by keyboard', async ({ page, person, server }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const look = (name: string) => checkWorkPage(page, name)
  await addPasskeyDevice(page)
  await enterConsole(page, server, person)
  await page.getByRole('link', { name: 'Ben Sample, owner' }).click()
  await pressByKeys(page, button('Add a passkey'))
  await page.getByLabel('Name', { exact: true }).fill('Kitchen laptop')
  await look('add a passkey')
  await pressByKeys(page, button('Add a passkey'))
  const row = page.getByRole('row', { name: /Kitchen laptop/ })
  await expect(row).toContainText('not used yet')
  await look('passkeys of staff')

  await pressByKeys(page, button('Sign out'))
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await look('sign-in of staff')
  await pressByKeys(page, button('Use a passkey'))
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await page.getByRole('link', { name: 'Ben Sample, owner' }).click()
  await expect(row).not.toContainText('not used yet')
})
