import { request as ask } from 'node:http'
import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { rowsOf } from '#support/server/links/csv.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { openDesk, sell } from '../support/desk.ts'
import { linkRow } from '../support/links.ts'
import { downloaded } from '../support/downloaded.ts'
import { runServer, SERVER_FIXTURE } from '../support/per-worker.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test as base } from '../support/test.ts'

/**
 * Server behind a trusted proxy. The tests send X-Forwarded-For, so that the visits come from
 * different addresses.
 */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, provide) => runServer({ TRUSTED_PROXIES: '127.0.0.1,::1' }, provide),
    SERVER_FIXTURE,
  ],
})

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** Follows a short link as a visitor with this IP address. */
const click = ({ split_url }: Pick<ShortLink, 'split_url'>, address: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': address }
    const sent = ask(split_url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end()
  })

/** Returns the number with this name among the totals of the period. */
const total = (page: Page, name: string) =>
  page
    .locator('dl div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

test('a link is shared at two places, and its clicks are counted by place', async ({
  page,
  addProduct,
  openApp,
}) => {
  const lamp = await addProduct('Oak lamp')
  await openApp('/splitlinks')
  await linkRow(page, 'Oak lamp').getByRole('button', { name: 'Oak lamp', exact: true }).click()
  const places = page.getByRole('dialog', { name: 'Where will you share it?' })
  const openPlaces = page.getByRole('button', { name: /^Where will you share it/ })
  await openPlaces.click()
  await expect(places.getByText('/story, none yet')).toBeVisible()
  await places.getByRole('button', { name: 'Add a place' }).click()
  await page.getByLabel('Name of the place').fill('Two words')
  await page.keyboard.press('Enter')
  await expect(places.getByText('Use only letters a to z, digits and dashes.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'places with an error')
  await page.getByLabel('Name of the place').fill('Podcast')
  await page.keyboard.press('Enter')
  await expect(places.getByText('/podcast, none yet')).toBeVisible()

  for (const [source, address] of [
    ['story', '198.51.100.11'],
    ['story', '198.51.100.12'],
    ['podcast', '198.51.100.13'],
  ] as const)
    expect(await click({ split_url: `${lamp.split_url}/${source}` }, address)).toBe(302)
  await page.reload()
  await openPlaces.click()
  await expect(places.getByText('/story, 2 clicks')).toBeVisible()
  await expect(places.getByText('/podcast, 1 click')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'places of a link')

  await page.goto(`/analytics/${lamp.uuid}`)
  await page.getByRole('tab', { name: 'Sources' }).click()
  const rows = page.getByRole('list', { name: 'Numbers by source' }).getByRole('listitem')
  await expect(rows).toContainText(['Story', 'podcast'])
  await expect(rows.first()).toContainText('2 clicks')
  // A message about the first click may still fade out.
  await expect(page.getByText('Your first click has come in.')).toBeHidden()
  await expectAccessibleInBothThemes(page, 'analytics by source')
})

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('three clicks (R-038, R-039, R-383, R-384)', async ({ page, addProduct, person, openApp }) => {
  const lamp = await addProduct('Oak lamp')
  const sofa = await addProduct('Green sofa')
  await person.send('PATCH', `${V2}/links/${lamp.uuid}/`, { name: 'Oak lamp' })
  await openApp('/analytics')
  await expect(page.getByRole('heading', { name: 'No clicks yet' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'analytics without a click')

  expect(await click(lamp, '198.51.100.1')).toBe(302)
  expect(await click(lamp, '198.51.100.2')).toBe(302)
  expect(await click(sofa, '198.51.100.1')).toBe(302)
  await page.reload()
  await expect(total(page, 'Clicks')).toHaveText('3')
  await expect(total(page, 'People')).toHaveText('3')
  const chart = page.getByRole('slider', { name: 'Earnings and clicks by day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /\$0\.00 earned, 3 clicks$/)
  await expect(page.getByRole('list', { name: 'Numbers by link' })).toContainText('2 clicks')
  await expectAccessibleInBothThemes(page, 'analytics')
  await page.getByRole('radio', { name: 'Table' }).check()
  await expect(page.getByRole('table', { name: 'Numbers by day' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Earned' })).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBothThemes(page, 'analytics as a table')

  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => fits(page)).toBe(true)
  await page.getByRole('button', { name: 'Custom' }).click()
  await expect(page.getByRole('dialog', { name: 'Dates' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'dates')
  await page.getByRole('button', { name: 'This month' }).click()
  await page.getByRole('button', { name: /^Show \d+ days?$/ }).click()
  await expect(page).toHaveURL(/\/analytics\?from=.*&to=/)
  await expect(total(page, 'Clicks')).toHaveText('3')

  await page.getByRole('link', { name: 'Oak lamp' }).click()
  await expect(page).toHaveURL(`/analytics/${lamp.uuid}`)
  await expect(page.getByRole('heading', { name: 'Oak lamp' })).toBeVisible()
  await expect(total(page, 'Clicks')).toHaveText('2')
  await expectAccessibleInBothThemes(page, 'analytics of a link')
})

/** Creates an export of this kind on the screen, downloads it and returns its rows. */
async function exportedRows(page: Page, kind: 'clicks' | 'commissions') {
  await page.goto('/data-exports')
  await page.getByRole('button', { name: `Export ${kind}` }).click()
  const file = page.getByRole('link', { name: new RegExp(`^Download ${kind}`, 'i') })
  await expect(file).toBeVisible({ timeout: 20_000 })
  return rowsOf((await downloaded(page, () => file.click())).text)
}

const added = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

test('clicks and orders (R-383, R-389)', async ({ page, addProduct, person, server, openApp }) => {
  // One click with an order of $80.00 and a commission of ten percent.
  await openDesk(server, person)
  await sell(server, person)
  const lamp = await addProduct('Oak lamp')
  await click(lamp, '198.51.100.1')
  await click(lamp, '198.51.100.2')
  await openApp('/analytics')
  for (const [name, value] of [
    ['Clicks', '3'],
    ['People', '3'],
    ['Orders', '1'],
    ['Earned', '$8.00'],
    ['Sold for brands', '$80.00'],
    ['Orders per 100 clicks', '33.33'],
  ] as const)
    await expect(total(page, name)).toHaveText(value)

  const clicks = await exportedRows(page, 'clicks')
  expect([added(clicks, 'clicks'), added(clicks, 'unique_clicks')]).toEqual([3, 3])
  const commissions = await exportedRows(page, 'commissions')
  expect(commissions).toHaveLength(1)
  expect([added(commissions, 'base_usd'), added(commissions, 'commission_usd')]).toEqual([80, 8])
})

test('all numbers link to their definitions', async ({ page, addProduct, openApp }) => {
  await addProduct('Oak lamp')
  await openApp()
  for (const path of ['/', '/analytics', '/wallet/my-requests']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'What is counted' }).click()
    await expect(page).toHaveURL('/analytics/definitions')
    await expect(page.getByRole('heading', { level: 1, name: 'What is counted' })).toBeVisible()
  }
})
