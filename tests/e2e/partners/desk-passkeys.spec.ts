import { linkForOwner, openDesk } from '../support/desk.ts'
import { pressByKeys, typeByKeys } from '../support/keys.ts'
import { addPasskeyDevice, checkWorkPage } from '../support/staff/passkey-device.ts'
import { expect, test } from '../support/test.ts'

test('a person of a brand adds a passkey, signs in and confirms with it, by keyboard', async ({
  context,
  page,
  person,
  server,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  const look = (name: string) => checkWorkPage(page, name)
  const openLink = async () => {
    await page.goto(await linkForOwner(server, person, `ana-${person.uuid}@oak.example`))
    await pressByKeys(page, button('Sign in'))
  }
  await openDesk(server, person)
  await addPasskeyDevice(page)
  await openLink()
  await expect(title('Partners')).toBeVisible()
  const earlier = await context.cookies()

  // A second session adds the passkey.
  await openLink()
  await page.getByRole('link', { name: 'People' }).click()
  await pressByKeys(page, page.getByRole('link', { name: 'Your access' }))
  await look('access without a factor')
  await pressByKeys(page, button('Add a passkey'))
  await page.getByLabel('Name', { exact: true }).fill('Kitchen laptop')
  await look('add a passkey')
  await pressByKeys(page, button('Add a passkey'))
  await expect(title('Save your recovery codes')).toBeVisible()
  await look('recovery codes')
  await pressByKeys(page, page.getByRole('link', { name: 'Done' }))
  const row = page.getByRole('row', { name: /Kitchen laptop/ })
  await expect(row).toContainText('not used yet')
  await look('access with a passkey')
  await pressByKeys(page, button('Sign out'))

  await openLink()
  await expect(title('Use your passkey')).toBeVisible()
  await look('sign-in with a passkey')
  await pressByKeys(page, button('Use a passkey'))
  await expect(title('Partners')).toBeVisible()

  // The first session has used no factor, so it is asked before the access of others changes.
  await context.addCookies(earlier)
  await page.goto('/desk/people')
  await typeByKeys(
    page,
    page.getByLabel('Email', { exact: true }),
    `eve-${person.uuid}@oak.example`,
  )
  await pressByKeys(page, button('Invite'))
  await expect(title('Confirm with a passkey or recovery code')).toBeVisible()
  await look('confirm with a passkey')
  await pressByKeys(page, button('Use a passkey'))
  await expect(page.getByText('Copy this link now')).toBeVisible()
  await page.getByRole('link', { name: 'Your access' }).click()
  await expect(row).not.toContainText('not used yet')
})
