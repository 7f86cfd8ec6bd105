import type { Locator } from '@playwright/test'
import { ACCOUNT_HEADER, TOKEN_HEADER } from '#contract/app-constants.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { JOIN_PATH, waitForOutbox } from '../support/outbox.ts'
import { expect, test } from '../support/test.ts'

const left = async (element: Locator) => (await element.boundingBox())?.x

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
    await expect(page.getByText('No changes yet.')).toBeVisible()
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
    await signIn(other, helper, await waitForOutbox(server, helper.email, JOIN_PATH))
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

    await other.request.post('/v2/my/parameter-sets/', {
      data: { name: 'Newsletter', parameters: [{ name: 'utm_source', value: 'mail' }] },
      headers: { [TOKEN_HEADER]: helper.token, [ACCOUNT_HEADER]: owner.uuid },
    })
    await page.reload()
    const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect(change).toContainText('Parameter set “Newsletter” created')
    await expect(change).toContainText(helper.email)
    await expectAccessibleInBothThemes(page, 'changes of a member')
    const member = page.getByRole('list', { name: 'People with access' }).getByRole('button')
    expect(await left(member.getByText(helper.email))).toBe(await left(change.getByText(/“/)))
    await member.click()
    await page.getByRole('button', { name: 'Remove access' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(page.getByText('Nobody else has access.')).toBeVisible()
    await other.goto('/accounts')
    await expect(other.getByText('You no longer have access.')).toBeVisible()
    await elsewhere.close()
  })
