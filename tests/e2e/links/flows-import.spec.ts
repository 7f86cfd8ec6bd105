import { bitlyExport } from '../support/bitly.ts'
import { downloaded } from '../support/downloaded.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

test('an import shows a preview and adds each link once', async ({ page, openApp }) => {
  const file = bitlyExport()
  await openApp('/splitlinks')
  await page.getByRole('link', { name: 'Import links from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import links' })
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await expect(dialog.getByText('3 rows, from Bitly')).toBeVisible()
  await expect(dialog.getByText('2 new links')).toBeVisible()
  await expect(dialog.getByText('Only http and https links can be shortened.')).toBeVisible()
  await expect(dialog.getByText(/Links on bit\.ly stay where they are/)).toBeVisible()

  const errors = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Download this row' }).click(),
  )
  expect(errors.name).toBe('bitly-export-errors.csv')
  expect(errors.text).toContain('Destination URL: Only http and https links can be shortened.')

  await dialog.getByRole('button', { name: 'Import 2 links' }).click()
  await expect(dialog.getByText('Import finished')).toBeVisible({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-link-row]')).toHaveCount(2)
  await expect(linkRow(page, 'Oak arc lamp')).toBeVisible()

  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import links' }).click()
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await expect(dialog.getByText('2 are there already')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/splitlinks$/)
})

test('an export can be imported again (R-389)', async ({ page, person, openApp }) => {
  const link = await person.addLink('https://shop.example/exported')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: '=1+1' })
  await openApp('/data-exports')
  await expect(page.getByText('No exports yet')).toBeVisible()
  await page.getByRole('button', { name: 'Export links' }).click()
  await expect(page.getByText(/^1 row, until/)).toBeVisible({ timeout: 20_000 })
  const { name, text } = await downloaded(page, () =>
    page.getByRole('link', { name: /^Download Links/ }).click(),
  )
  expect(name).toMatch(/^split-links-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toContain(`,${link.short_code},https://shop.example/exported,'=1+1,`)

  await page.getByRole('link', { name: 'Import links from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import links' })
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByText('1 is there already')).toBeVisible()
})
