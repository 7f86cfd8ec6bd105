import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expectHolds } from '../support/holds.ts'
import { goOffline } from '../support/offline.ts'
import { expect, test } from '../support/test.ts'

const day = new Date().toISOString().slice(0, 10)
const AWIN = [
  'Transaction ID,Advertiser,Status,Transaction Date,Click Ref,Commission,Currency',
  `1,Lamps,approved,${day},story,10.00,USD`,
  `2,Lamps,pending,${day},,2.50,USD`,
  '3,Lamps,approved,soon,,9.00,USD',
].join('\n')
const UNKNOWN = `Tag;Was;Betrag\n${day};Vase;"1,50"\n`

/** Does nothing: the screen is already open. */
const stay = () => Promise.resolve()

/** Chooses a report, as if it had been downloaded. */
async function choose(page: Page, name: string, text: string) {
  const chooser = page.waitForEvent('filechooser')
  const button = page.getByRole('button', { name: 'Add a report' })
  await button.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('a report is checked and imported by keyboard, and rows without a link are listed', async ({
  page,
  openApp,
}) => {
  await openApp('/wallet/my-requests')
  await page.getByRole('link', { name: /^Earned elsewhere/ }).click()
  await expect(page.getByText('No reports yet')).toBeVisible()
  await choose(page, 'awin.csv', AWIN)
  await expect(page.getByText('awin.csv, 3 rows')).toBeVisible()
  await expect(page.getByText('1 line is refused')).toBeVisible()
  await expectHolds(page, 'networks-plan', stay)
  await page.getByRole('button', { name: 'Import 2 rows' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 rows imported.')).toBeVisible()
  const sum = page.getByRole('region', { name: 'Last 30 days' })
  await expect(sum).toContainText('$10.00')
  await expect(sum).toContainText('$2.50 more is pending.')
  await expectHolds(page, 'networks', stay)
  await page.getByRole('link', { name: /^2 rows without a link/ }).click()
  await expect(page.getByRole('button', { name: /\$10\.00/ })).toBeVisible()
  await expectHolds(page, 'networks-rows', stay)
  await page.goto('/wallet/my-requests')
  await expect(page.getByRole('link', { name: /^Earned elsewhere/ })).toContainText('$10.00')
})

test('columns of an unknown report are chosen once', async ({ page, openApp }) => {
  await openApp('/wallet/networks')
  await choose(page, 'vasen.csv', UNKNOWN)
  await page.getByLabel('Name of the network').fill('Vasen')
  await page.getByLabel('Date', { exact: true }).selectOption('Tag')
  await page.getByLabel('Your commission').selectOption('Betrag')
  await page.getByLabel(/^Currency If/).fill('EUR')
  await expectHolds(page, 'networks-columns', stay)
  await page.getByRole('button', { name: 'Read the report' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 row imported.')).toBeVisible()
  await choose(page, 'vasen.csv', UNKNOWN)
  await expect(page.getByRole('heading', { name: /^Vasen, / })).toBeVisible()
})

test('offline, saved income is not shown as live', async ({ page, openApp }) => {
  await openApp('/wallet/networks')
  await choose(page, 'awin.csv', AWIN)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  const sum = page.getByRole('region', { name: 'Last 30 days' })
  await expect(sum).toContainText('$10.00')
  await goOffline(page)
  await expect(sum.locator('[data-old]')).toBeVisible()
  await expectAccessible(page, 'networks offline')
})
