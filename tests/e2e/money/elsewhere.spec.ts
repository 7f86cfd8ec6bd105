import type { Page } from '@playwright/test'
import { expectHolds } from '../support/holds.ts'
import { goOffline } from '../support/offline.ts'
import { expect, test, type Person } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

const TARGET = 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=story'

/** Does nothing: the screen is already open. */
const stay = () => Promise.resolve()

/** Imports a report with income of the link. */
async function importReport({ request }: Page, { token }: Person) {
  const day = new Date().toISOString().slice(0, 10)
  const report = [
    'Transaction ID,Advertiser,Status,Transaction Date,Click Ref,Commission,Currency',
    `1,Lamps,approved,${day},story,10.00,USD`,
    `2,Lamps,pending,${day},story,2.50,USD`,
  ].join('\n')
  const answer = await request.post('/v2/my/networks/reports/?dry_run=false&name=awin.csv', {
    headers: { 'X-API-TOKEN': token },
    multipart: {
      file: { name: 'awin.csv', mimeType: 'text/csv', buffer: Buffer.from(report) },
    },
  })
  expect([answer.status(), await answer.text()]).toEqual([200, expect.any(String)])
}

test('income from networks is shown at the link, on the home screen and in analytics, also offline', async ({
  page,
  person,
  openApp,
}) => {
  const link = await person.addLink(TARGET)
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'Oak lamp' })
  await importReport(page, person)
  await openApp('/')
  const totals = page.getByRole('region', { name: 'Your links so far' })
  await expect(totals).toContainText('Elsewhere$10.00')
  await expectHolds(page, 'home with income elsewhere', stay)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto('/splitlinks')
  const row = page.getByRole('listitem').filter({ hasText: 'Oak lamp' })
  await expect(row).toContainText('$10.00 elsewhere')
  await expectHolds(page, 'links with income elsewhere', stay)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto(`/splitlinks?create_split_link=edit-${link.uuid}`)
  await expect(page.getByText('$10.00 earned elsewhere')).toBeVisible()
  await expectHolds(page, 'link with income elsewhere', stay)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto('/analytics')
  const income = page.getByRole('region', { name: 'Earned elsewhere' })
  await expect(income).toContainText('$10.00')
  await expect(income).toContainText('$2.50 more is pending.')
  await expectHolds(page, 'analytics with income elsewhere', stay)
  await page.setViewportSize({ width: 390, height: 844 })
  await workerReady(page)
  await goOffline(page)
  await expect(income).toContainText('updated')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await expect(row).toContainText('$10.00 elsewhere')
})
