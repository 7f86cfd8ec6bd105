import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import { addCollection } from '../support/collections.ts'
import { chooseForRow, linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'
import { translatePage } from '../support/translator.ts'

/** Uncaught errors of the page. Each test expects none at its end. */
let errors: string[] = []

test.beforeEach(async ({ page }) => {
  errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  await translatePage(page)
})

test.afterEach(async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'This screen did not open' })).toHaveCount(0)
  expect(errors).toEqual([])
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('links work on a translated page', async ({ page, shop, openWithLink }) => {
  await openWithLink('Velvet sofa')
  await expect(page.locator('font').first()).toBeAttached()
  await page.goto('/splitlinks?create_split_link=1')
  await page.getByLabel('Product or page address').fill(shop.product('Oak arc lamp'))
  await button(page, 'Create link').click()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  const shown = await page.getByTestId('short-url').innerText()
  const href = await page.getByTestId('short-url').getAttribute('href')
  expect(href).toContain(shown)
  expect(await page.getByTestId('short-url').locator('font').count()).toBe(0)
  await button(page, 'Done').click()
  const lamp = linkRow(page, 'Oak arc lamp')
  await expect(lamp).toBeVisible()

  await lamp.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name').fill('Lamp for reading')
  for (const tab of ['Collections', 'Tags', 'Settings', 'Preview'])
    await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Lamp for reading', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('velvet')
  await expect(page.getByText('Lamp for reading')).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await chooseForRow(page, 'Velvet sofa', 'Hide')
  await expect(page.getByText('Velvet sofa')).toHaveCount(0)
  await expect(page.getByText('Lamp for reading')).toBeVisible()
})

test('all screens work translated', async ({ page, addProduct, person, server, openApp }) => {
  const link = await addProduct('Linen set')
  await addCollection(person, 'Bedroom', [link])
  const opened = await person.send('POST', `${V2}/sendbird/create_group_chat/`, {
    channel: 'support',
  })
  const { result } = (await opened.json()) as { result: { channel_url: string } }
  await openApp('/splitlinks')
  await page
    .getByRole('link', { name: 'Collections' })
    .or(page.getByRole('tab', { name: 'Collections' }))
    .first()
    .click()
  await page.getByText('Bedroom').first().click()
  await expect(page.getByText('Linen set').first()).toBeVisible()
  for (const path of [
    '/splitpage',
    '/wallet/my-requests',
    '/wallet/pending-earnings',
    '/analytics',
    '/partners/chat',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  await server.operator('chat', 'say', result.channel_url, 'Welcome to the shop.')
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await expect(row).toContainText('Welcome')
  await row.click()
  await page.getByRole('textbox', { name: /^Message/ }).fill('Thank you')
  await button(page, 'Send').click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Thank you')
})
