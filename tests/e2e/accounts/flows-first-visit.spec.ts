import type { Page } from '@playwright/test'
import { linkRow } from '../support/links.ts'
import { goOffline } from '../support/offline.ts'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('the first visit saves links for offline (R-603)', async ({ page, openWithLink }) => {
  await openWithLink('First lamp')
  await expect(page.getByText('First lamp')).toBeVisible()
  await settled(page)
  await place(page, 'Discover').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await goOffline(page)
  await place(page, 'Links').click()
  await expect(linkRow(page, 'First lamp')).toBeVisible()
})

test('a link created elsewhere is in the list (R-170)', async ({ page, shop, openWithLink }) => {
  await openWithLink('Older lamp')
  await expect(page.locator('[data-link-row]')).toHaveCount(1)
  await place(page, 'Discover').click()
  await page.getByLabel('Paste a link').fill(shop.product('Newer lamp'))
  await page.getByLabel('Paste a link').press('Enter')
  await expect(page.getByTestId('short-url')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await place(page, 'Links').click()
  await expect(page.locator('[data-link-row]')).toHaveCount(2)
  await expect(page.locator('[data-link-row]').first()).toContainText('Newer lamp')
})

test('the form is in the URL; Back closes it (R-191)', async ({ page, addProduct, openApp }) => {
  await addProduct('Older lamp')
  await openApp()
  await page.getByRole('button', { name: 'Create a short link' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(new URL(page.url()).searchParams.has('create_split_link')).toBe(true)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})
