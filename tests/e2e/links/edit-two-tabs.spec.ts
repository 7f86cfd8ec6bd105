import type { Page } from '@playwright/test'
import { chooseForRow, linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

async function edit(page: Page) {
  await chooseForRow(page, 'Oak lamp', 'Edit')
  await expect(page.getByLabel('Name')).toHaveValue('Oak lamp')
}

test('an edit of another tab is offered (D-75)', async ({ page, addProduct, person, openApp }) => {
  // This test starts the app twice.
  test.slow()
  const link = await addProduct('Oak lamp')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'Oak lamp' })
  await openApp('/splitlinks')
  await expect(linkRow(page, 'Oak lamp').locator('img:not([data-placeholder])')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/splitlinks')
  await edit(other)
  await edit(page)
  await page.getByLabel('Name').fill('From this tab')
  await other.getByLabel('Name').fill('From the other tab')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)

  await expect(page.getByText('Changed elsewhere: name.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('From this tab')
  const keep = page.getByRole('button', { name: 'Keep mine' })
  const take = page.getByRole('button', { name: 'Use latest' })
  const heights = async () => {
    const boxes = await Promise.all([take.boundingBox(), keep.boundingBox()])
    return boxes.map((box) => Math.round(box?.y ?? Number.NaN))
  }
  // The buttons are side by side once the dialog has stopped moving.
  await expect.poll(async () => new Set(await heights()).size).toBe(1)
  await take.click()
  await expect(page.getByLabel('Name')).toHaveValue('From the other tab')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})
