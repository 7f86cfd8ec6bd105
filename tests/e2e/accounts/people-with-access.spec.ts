import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** Returns the path in the invitation to an address, once the server has written the email. */
async function invitationPath(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  const find = () =>
    readdirSync(folder)
      .map((name) =>
        readFileSync(join(folder, name), 'utf8').replaceAll('=\n', '').replaceAll('=3D', '='),
      )
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => /\/join\?key=[\w-]+/.exec(mail)?.[0])
      .find((path) => path !== undefined)
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() ?? ''
}

for (const width of [390, 1280])
  test(`a helper is invited, edits links and loses access, at ${width} px`, async ({
    page,
    browser,
    baseURL,
    server,
    person: owner,
    newPerson,
    shop,
    signIn,
  }) => {
    const helper = await newPerson()
    await owner.addLink(shop.product('Owner lamp'))
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, owner, '/settings')
    await page.getByRole('link', { name: /People with access/ }).click()
    await page.getByRole('button', { name: 'Invite a person' }).press('Enter')
    await page.getByLabel('Email', { exact: true }).fill(helper.email)
    await page.getByLabel('Your password', { exact: true }).fill(owner.password)
    await expectAccessibleInBothThemes(page, 'invite a person')
    await page.getByRole('button', { name: 'Send invitation' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(helper.email)

    const elsewhere = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width, height: 844 },
    })
    const other = await elsewhere.newPage()
    await signIn(other, helper, await invitationPath(server.dataDir, helper.email))
    await expect(other.getByText(owner.email).first()).toBeVisible()
    await expectAccessibleInBothThemes(other, 'invitation')
    await other.getByRole('button', { name: 'Accept' }).press('Enter')
    await expect(other.getByText('Helping with')).toBeVisible()
    await expect(other.getByText('Owner lamp').first()).toBeVisible()
    await expectAccessibleInBothThemes(other, 'links of another account')

    const menu = other.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByText('Links')).toBeVisible()
    await expect(menu.getByText(/Discover|Partners/)).toHaveCount(0)
    if (width === 390) await menu.getByText('More').click()
    await expect(other.getByRole('link', { name: 'Accounts' })).toHaveAttribute('href', '/accounts')
    await expectAccessibleInBothThemes(other, 'menu of a member')
    await other.goto('/')
    await expect(other).toHaveURL('/splitlinks')

    await other.goto('/wallet/my-requests')
    await expect(other.getByText('This isn’t part of your access')).toBeVisible()
    await expectAccessibleInBothThemes(other, 'not allowed')
    await other.getByRole('link', { name: 'Switch accounts' }).click()
    await expectAccessibleInBothThemes(other, 'accounts')
    await other.getByRole('button', { name: 'Switch to your own account' }).press('Enter')
    await expect(other.getByText('Helping with')).toBeHidden()
    await expect(other.getByText('Owner lamp')).toHaveCount(0)

    await page.reload()
    await page.getByRole('list', { name: 'People with access' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Remove access' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(page.getByText('Nobody else has access.')).toBeVisible()
    await other.goto('/accounts')
    await expect(other.getByText('You no longer have access.')).toBeVisible()
    await elsewhere.close()
  })
