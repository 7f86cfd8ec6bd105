import type { Page } from '@playwright/test'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('on the first visit of all, links seen once can be read when the connection goes (R-603)', async ({
  page,
  context,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('First lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(page.getByText('First lamp')).toBeVisible()
  await settled(page)
  await place(page, 'Discover').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await place(page, 'Links').click()
  await expect(page.locator('[data-link-row]', { hasText: 'First lamp' })).toBeVisible()
})

test('a link made over another screen stands in the list when one comes back to it (R-170)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Older lamp'))
  await signIn(page, person, '/splitlinks')
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

test('opening the form puts it into the address, and Back closes it (R-191)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Older lamp'))
  await signIn(page, person)
  await page.getByRole('button', { name: 'Create a short link' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(new URL(page.url()).searchParams.has('create_split_link')).toBe(true)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})
