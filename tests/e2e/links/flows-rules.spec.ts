import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { showNarrow } from '../support/large-text.ts'
import { chooseForRow, linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function openRules(page: Page, name: string) {
  await expect(linkRow(page, name)).toBeVisible({ timeout: 20_000 })
  await chooseForRow(page, name, 'Edit')
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: /^Where it leads/ }).click()
  await expect(dialog(page, 'Where it leads')).toBeVisible()
}

const locationOf = async (page: Page, code: string) =>
  (await page.request.get(`/s/${code}`, { maxRedirects: 0 })).headers()['location']

test('rules lead visitors to other addresses, in the order of the list', async ({
  page,
  openWithLink,
}) => {
  const link = await openWithLink('Oak arc lamp')
  await openRules(page, 'Oak arc lamp')
  const rules = dialog(page, 'Where it leads')

  await rules.getByRole('button', { name: 'Add a rule' }).click()
  const form = dialog(page, 'Add a rule')
  await form.getByRole('button', { name: 'Country', exact: true }).click()
  await expect(form.getByText(/^This server does not know the countries/)).toBeVisible()
  await form.getByRole('searchbox', { name: 'Search countries' }).fill('germ')
  await form.getByRole('button', { name: 'Germany' }).click()
  await form.getByLabel('Address', { exact: true }).fill('lamp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText(/^Enter a valid URL/)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a new rule')
  await form.getByLabel('Address', { exact: true }).fill('https://de.example/lamp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()

  await rules.getByRole('button', { name: 'Add a rule' }).click()
  await form.getByRole('button', { name: 'Parameter', exact: true }).click()
  await form.getByLabel('Parameters').fill('ref=ana')
  await form.getByLabel('Address', { exact: true }).fill('https://ana.example/lamp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rules.getByText('go to ana.example/lamp')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'rules')

  await rules.getByRole('button', { name: /^Move If the address has/ }).press('ArrowUp')
  await expect(
    rules.getByRole('list', { name: 'Rules' }).getByRole('listitem').first(),
  ).toContainText('?ref=ana')
  await expect(rules.getByRole('button', { name: /^Move If the address has/ })).toBeFocused()

  await rules.getByRole('button', { name: 'Try as' }).click()
  const tried = dialog(page, 'Try as')
  await expect(tried.getByText('No rule applies')).toBeVisible()
  await tried.getByRole('button', { name: 'Change' }).click()
  await tried.getByLabel('Parameters').fill('ref=ana')
  await expect(tried.getByText('Rule 1 applies')).toBeVisible()
  await expect(tried.getByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    'https://ana.example/lamp',
  )
  await expectAccessibleInBothThemes(page, 'try as')
  await tried.getByRole('button', { name: 'Close' }).click()
  await rules.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  expect(await locationOf(page, `${link.short_code}?ref=ana`)).toBe('https://ana.example/lamp')
  expect(await locationOf(page, `${link.short_code}?ref=bob`)).toBe(link.target_url)
})

test('rules fit 320 px with large text', async ({ page, person, addProduct, openApp }) => {
  const link = await addProduct('Oak lamp')
  const conditions = [{ kind: 'country', values: ['DE', 'AT', 'CH'] }]
  const rules = [{ target_url: `https://shop.example/${'lamp'.repeat(20)}`, conditions }]
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { rules: [...rules, ...rules] })
  await openApp('/splitlinks')
  await openRules(page, 'Oak lamp')
  await showNarrow(page)
  const list = dialog(page, 'Where it leads')
  await expect(list.getByRole('button', { name: /^Move/ }).first()).toBeVisible()
  expect(await list.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  await list
    .getByRole('button', { name: /^If the visitor is in/ })
    .first()
    .click()
  const form = dialog(page, 'Edit the rule')
  await expect(form.getByLabel('Address', { exact: true })).toBeVisible()
  expect(await form.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
})
