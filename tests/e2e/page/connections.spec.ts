import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { ConnectedAccounts } from '#contract/people/connected-accounts.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/connecting.ts'
import type { Person } from '../support/test.ts'

const accountsOf = async (person: Person) => {
  const answer = await person.send('GET', `${V2}/connected_accounts/`)
  return ((await answer.json()) as ConnectedAccounts).results
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const connected = (page: Page) => page.getByRole('dialog', { name: 'Instagram is connected' })

/** Returns the query parameters of the provider's page. */
const askedWith = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

const readState = (state = '') =>
  JSON.parse(Buffer.from(state, 'base64url').toString('utf8')) as Record<string, string>

test('Instagram is connected, shown with its name, and disconnected (R-365, R-368, R-369, R-370, R-376)', async ({
  page,
  person,
  provider,
  openApp,
}) => {
  await openApp('/profile')
  await expectAccessibleInBothThemes(page, 'nothing connected')
  await button(page, 'Connect Instagram').click()
  await page.waitForURL(({ pathname }) => pathname === '/oauth/authorize')
  expect(new URL(page.url()).origin).toBe(provider.origin)
  const asked = askedWith(page)
  expect(asked['client_id']).toBe('1001')
  expect(Object.keys(readState(asked['state'])).sort()).toEqual(['redirect_uri', 'type'])
  expect(readState(asked['state'])['type']).toBe('instagram')
  await page.getByRole('link', { name: 'Allow' }).click()

  await expect(connected(page)).toContainText('ana.example')
  await expectAccessibleInBothThemes(page, 'the dialog after connecting')
  await connected(page).getByRole('button', { name: 'Done' }).click()
  await expect(connected(page)).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  const row = page.getByRole('list', { name: 'Connected accounts' }).getByRole('listitem')
  await expect(row).toContainText('ana.example')
  // The server's copy of the picture, not the provider's address.
  await expect(row.locator('img')).toHaveAttribute('src', /^\/cdn-cgi\/image\/.*\/media\//)
  await expectAccessibleInBothThemes(page, 'an account')
  expect(await accountsOf(person)).toMatchObject([{ account_type: 1, account_name: 'ana.example' }])

  // A menu closes when the page scrolls. Scroll first, so that the click need not.
  await button(page, 'More for ana.example').scrollIntoViewIfNeeded()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await button(page, 'More for ana.example').click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect ana.example?' })
  await expect(question).toContainText('Photos that you chose from it stay.')
  await expectAccessibleInBothThemes(page, 'the question before disconnecting')
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(row).toHaveCount(0)
  expect(await accountsOf(person)).toEqual([])
})

test('Facebook connects (R-371, R-372, R-373, R-374)', async ({ page, provider, openApp }) => {
  await openApp('/profile')
  await button(page, 'Connect Facebook').click()
  await page.waitForURL(({ pathname }) => pathname === '/v24.0/dialog/oauth')
  expect(new URL(page.url()).origin).toBe(provider.origin)
  expect(askedWith(page)).toMatchObject({ client_id: '2002', scope: 'email,public_profile' })
  expect(readState(askedWith(page)['state'])['type']).toBe('facebook')
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page.getByRole('dialog', { name: 'Facebook is connected' })).toContainText(
    'Ana Example',
  )
  await expect(page).toHaveURL(/\/profile\?connected=\d+$/)
})

test('refusing at the provider connects nothing', async ({ page, person, openApp }) => {
  await openApp('/profile')
  await button(page, 'Connect Instagram').click()
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page.getByText('Instagram was not connected.')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await accountsOf(person)).toEqual([])
})

test('foreign callbacks fail (D-34)', async ({ page, person, server, provider, openApp }) => {
  await openApp('/profile')
  const callback = `${server.origin}/v2/accounts/connect_with_instagram/callback/`
  const redirect_uri = `${server.origin}/profile?nonce=strangers`
  const state = Buffer.from(JSON.stringify({ redirect_uri, type: 'instagram' })).toString(
    'base64url',
  )
  const code = provider.code('instagram', callback)
  await page.goto(`${callback}?code=${code}&state=${state}`)
  await expect(page.getByText(/nothing was connected/)).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await accountsOf(person)).toEqual([])
})

test('the Instagram step fills the page (R-051, R-377, D-40)', async ({ page, openApp }) => {
  await openApp('/creator-step-splitpages-instagram')
  await button(page, 'Fill in from Instagram').click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(connected(page)).toContainText('ana.example')
  await expect(page).toHaveURL(
    /\/creator-step-splitpages-instagram\?connected=\d+#onboarding_connected_ig$/,
  )
  await connected(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Page name')).toHaveValue('Ana Example')
  await expect(page.getByLabel('Address')).toHaveValue(/^ana-?example/)
  await expectAccessibleInBothThemes(page, 'the step, filled in')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(page).toHaveURL(/\/splitpage-home/)
})

test('an Instagram photo can be cropped and saved (R-375)', async ({ page, openApp }) => {
  await openApp('/profile')
  await button(page, 'Connect Instagram').click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await connected(page).getByRole('button', { name: 'Done' }).click()
  await button(page, 'Add a photo').click()
  const editor = page.getByRole('dialog', { name: 'Edit photo' })
  await editor.getByRole('button', { name: 'Choose from Instagram' }).first().click()
  const picker = page.getByRole('dialog', { name: 'Photos of ana.example' })
  await expect(picker.getByRole('button', { name: 'Photo 1: A lamp' }).locator('img')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the photos')
  await picker.getByRole('button', { name: 'Photo 1: A lamp' }).click()
  await expect(picker).toHaveCount(0)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(button(page, 'Remove photo')).toBeVisible()
  const avatar = page.locator('form img').first()
  await expect(avatar).toHaveAttribute('src', /\/media\//)
})
