import type { Page } from '@playwright/test'
import type { ShortLink } from '#contract/links.ts'
import { listen } from '../support/heard.ts'
import { expect, test, type Person } from '../support/test.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'

const read = async (person: Person, { uuid }: ShortLink) =>
  (await (await person.send('GET', `/v2/my/links/${uuid}/`)).json()) as ShortLink

/** Opens the form through the context menu of the row. */
async function edit(page: Page, name: string) {
  await page.locator('[data-link-row]', { hasText: name }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Preview' })).toBeVisible()
}

/**
 * Waits until the name read from the product page is shown, so that it does not change during the
 * test.
 */
const named = (page: Page, name: string) =>
  expect(page.locator('[data-link-row]', { hasText: name })).toBeVisible({ timeout: 20_000 })

test('name, code, tags and campaign fields are saved, and the row shows them at once (R-162, R-166, R-196, R-206, R-209)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await named(page, 'Oak arc lamp')
  await edit(page, 'Oak arc lamp')
  await page.getByLabel('Name').fill('Brass lamp')
  await page.getByRole('tab', { name: 'Tags' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('lamp')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tags' }).fill('half typed')
  await page.getByRole('tab', { name: 'Settings' }).click()
  const code = `lamp-${link.short_code}`
  await page.getByLabel('Short code').fill(code)
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabel('Source').fill('instagram')
  const body = page.waitForRequest((request) => request.method() === 'PATCH')
  const heard = await listen(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(heard.lines).toContain('Saved')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-link-row]', { hasText: 'Brass lamp' })).toContainText(code)
  expect(page.url()).not.toContain('create_split_link')
  expect(Object.keys((await body).postDataJSON() as object).sort()).toEqual([
    'base',
    'custom_image_upload_id',
    'name',
    'regular_collection_names',
    'short_code',
    'tags',
    'treat_as_in_network',
    'utm_source',
  ])
  expect(await read(person, link)).toMatchObject({
    name: 'Brass lamp',
    short_code: code,
    tags: ['lamp', 'half typed'],
    utm_source: 'instagram',
  })
})

test('a code that is taken leads to its field on its tab (R-183, R-197, R-203)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const taken = await person.addLink(shop.product('Linen set'))
  await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await named(page, 'Oak arc lamp')
  await edit(page, 'Oak arc lamp')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Short code').fill(taken.short_code)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This code is already in use')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Settings 1 error' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByLabel('Short code')).toBeFocused()
  await expect(page.getByLabel('Short code')).toHaveValue(taken.short_code)
  await expect(page.getByText('1 field needs a fix')).toBeVisible()
})

test('unsaved changes ask on every way out, and a closed tab asks, too (R-193, R-194, D-84)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await named(page, 'Oak arc lamp')
  await edit(page, 'Oak arc lamp')
  const name = page.getByLabel('Name')
  await name.fill('Half')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  const ways = [
    () => page.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => history.back()),
  ]
  for (const leave of ways) {
    await leave()
    await expect(page.getByText(QUESTION)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(name).toHaveValue('Half')
  }
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload().catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
  // The form is restored with the text entered before the reload (D-105).
  await expect(page.getByLabel('Name')).toHaveValue('Half')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await named(page, 'Oak arc lamp')
})

test('a collection is made while editing, and SHARE comes back after saving (R-196, R-210)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak arc lamp'))
  await person.send('POST', '/v2/my/collections/regular/', { name: 'Kitchen' })
  await signIn(page, person, '/splitlinks')
  await named(page, 'Oak arc lamp')
  await page.getByRole('button', { name: 'Oak arc lamp', exact: true }).click()
  await page.getByRole('button', { name: 'Edit link' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Collections' }).click()
  await page.getByRole('checkbox', { name: 'Kitchen' }).check()
  await page.getByRole('searchbox', { name: 'Search your collections' }).fill('Living room')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create “Living room”' }).click()
  await expect(page.getByRole('checkbox', { name: 'Living room' })).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('short-url')).toBeVisible()
  expect((await read(person, link)).regular_collection_names).toEqual(['Kitchen', 'Living room'])
})

test('three selected links get a tag and go into a collection together (R-169, R-262)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const links = []
  for (const name of ['Velvet sofa', 'Brass pendant', 'Linen set'])
    links.push(await person.addLink(shop.product(name)))
  await person.send('POST', '/v2/my/collections/regular/', { name: 'Kitchen' })
  await signIn(page, person, '/splitlinks')
  await named(page, 'Velvet sofa')
  await named(page, 'Linen set')
  await page.locator('[data-link-row]', { hasText: 'Velvet sofa' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await page.getByRole('button', { name: 'Brass pendant' }).click()
  await page.getByRole('button', { name: 'Linen set' }).click()
  await expect(page.getByText('3 selected')).toBeVisible()
  const heard = await listen(page)
  const bar = page.getByRole('toolbar', { name: 'Selected links' })
  await bar.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('sale')
  await page.getByRole('button', { name: 'Add tags' }).click()
  await expect.poll(heard.lines).toContain('3 links tagged sale')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('checkbox', { name: 'Select Linen set' }).click()
  await page.getByRole('checkbox', { name: 'Select Velvet sofa' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByRole('checkbox', { name: 'Kitchen' }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(heard.lines).toContain('3 links added to Kitchen')
  for (const link of links)
    expect(await read(person, link)).toMatchObject({
      tags: ['sale'],
      regular_collection_names: ['Kitchen'],
    })
})
