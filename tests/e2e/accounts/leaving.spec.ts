import { readFileSync } from 'node:fs'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { overflow } from '../support/large-text.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, signedIn, submitAccount, test } from '../support/test.ts'

test('a deletion can be cancelled (R-045, R-457, R-458)', async ({ page, person, openApp }) => {
  await openApp('/settings')
  await page.getByRole('link', { name: 'Account info' }).click()
  await page.getByRole('button', { name: 'Prepare a download' }).click()
  const link = page.getByRole('link', { name: 'Download all data' })
  const downloading = page.waitForEvent('download')
  await link.click()
  const file = await (await downloading).path()
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(readFileSync(file))))
  const account = (await zip.getEntries()).find(({ filename }) => filename === 'account.json')
  if (!account || account.directory) throw new Error('no account.json')
  const { users } = JSON.parse(await account.getData(new TextWriter())) as {
    users: { email: string }[]
  }
  expect(users.map(({ email }) => email)).toEqual([person.email])

  await expectAccessibleInBothThemes(page, 'account info')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/settings/accountinfo/deletion')
  await expect(page.getByRole('list', { name: 'What ends' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'delete account')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  // Use only the keyboard.
  await page.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('DELETE')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Delete ${person.email}?`)
  await expectAccessible(page, 'the last question')
  await dialog.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password is wrong. Check it and try again.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expect(page).toHaveURL(/\/multi-connect\/login/)
  await expect(page.getByText('your account will be deleted in 30 days')).toBeVisible()
  await submitAccount(page, 'Sign in', person)
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible()
  await expectAccessible(page, 'the question of a sign-in')
  await page.getByRole('button', { name: 'Keep account and sign in' }).click()
  await signedIn(page)
  await page.goto('/settings/accountinfo/deletion')
  await expect(page.getByRole('list', { name: 'What ends' })).toBeVisible()
})
