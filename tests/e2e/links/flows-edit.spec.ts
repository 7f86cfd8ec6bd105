import type { Page } from '@playwright/test'
import { listen } from '../support/heard.ts'
import { linkRow, chooseForRow, readLink, named } from '../support/links.ts'
import { expect, test } from '../support/test.ts'
import { reloadUnsaved } from '../support/reload.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'

/** Opens the form through the context menu of the row. */
async function edit(page: Page, name: string) {
  await chooseForRow(page, name, 'Edit')
  await expect(page.getByRole('tab', { name: 'Preview' })).toBeVisible()
}

test('EDIT saves (R-162, R-166, R-196, R-206, R-209)', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
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
  await expect(linkRow(page, 'Brass lamp')).toContainText(code)
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
  expect(await readLink(person, link)).toMatchObject({
    name: 'Brass lamp',
    short_code: code,
    tags: ['lamp', 'half typed'],
    utm_source: 'instagram',
  })
})

test('taken codes open a tab (R-183, R-197, R-203)', async ({ page, addProduct, openWithLink }) => {
  const taken = await addProduct('Linen set')
  await openWithLink('Oak arc lamp')
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

test('unsaved changes ask before leaving (R-193, R-194, D-84)', async ({ page, openWithLink }) => {
  await openWithLink('Oak arc lamp')
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
  await reloadUnsaved(page)
  // The form is restored with the text entered before the reload (D-105).
  await expect(page.getByLabel('Name')).toHaveValue('Half')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await named(page, 'Oak arc lamp')
})

test('EDIT creates a collection (R-196, R-210)', async ({ page, addProduct, person, openApp }) => {
  const link = await addProduct('Oak arc lamp')
  await person.send('POST', '/v2/my/collections/regular/', { name: 'Kitchen' })
  await openApp('/splitlinks')
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
  expect((await readLink(person, link)).regular_collection_names).toEqual([
    'Kitchen',
    'Living room',
  ])
})

test('three links change (R-169, R-262)', async ({ page, addProduct, person, openApp }) => {
  const links = []
  for (const name of ['Velvet sofa', 'Brass pendant', 'Linen set'])
    links.push(await addProduct(name))
  await person.send('POST', '/v2/my/collections/regular/', { name: 'Kitchen' })
  await openApp('/splitlinks')
  await named(page, 'Velvet sofa')
  await named(page, 'Linen set')
  await chooseForRow(page, 'Velvet sofa', 'Select')
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
    expect(await readLink(person, link)).toMatchObject({
      tags: ['sale'],
      regular_collection_names: ['Kitchen'],
    })
})
