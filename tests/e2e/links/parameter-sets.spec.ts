import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

test('a parameter set is created, added to selected links and followed by visitors', async ({
  page,
  person,
  shop,
  request,
  openApp,
}) => {
  const link = await person.addLink(shop.product('Oak lamp'))
  await openApp('/settings')
  await page.getByRole('link', { name: /^Parameter sets/ }).click()
  await page.getByRole('button', { name: 'New set' }).click()
  const form = page.getByRole('dialog', { name: 'New parameter set' })
  await form.getByLabel('Name', { exact: true }).fill('Summer story')
  await form.getByLabel('Value 1').fill('instagram')
  await form.getByRole('button', { name: 'Add parameter' }).click()
  await form.getByLabel('Name 4').fill('subid')
  await form.getByLabel('Value 4').fill('maya 1')
  await expectAccessibleInBothThemes(page, 'new parameter set')
  await form.getByRole('button', { name: 'Create set' }).click()
  await expect(page.getByText('utm_source=instagram, subid=maya 1')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'parameter sets')

  await page.goto('/splitlinks')
  await expect(linkRow(page, 'Oak lamp')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Oak lamp' }).click()
  await page.getByRole('button', { name: 'Parameters' }).click()
  const bulk = page.getByRole('dialog', { name: 'Add parameters to 1 link' })
  await bulk.getByRole('button', { name: 'Summer story' }).click()
  await expectAccessibleInBothThemes(page, 'parameters for selected links')
  await bulk.getByRole('button', { name: 'Add parameters' }).click()
  await expect(page.getByText('Summer story added to 1 link')).toBeVisible()

  const redirect = await request.get(link.split_url, { maxRedirects: 0 })
  const target = new URL(redirect.headers()['location'] ?? '')
  expect(target.searchParams.getAll('utm_source')).toEqual(['instagram'])
  expect(target.searchParams.getAll('subid')).toEqual(['maya 1'])
})
