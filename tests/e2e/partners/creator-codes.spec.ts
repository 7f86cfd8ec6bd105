import type { Browser } from '@playwright/test'
import { openDesk, PARTNER_NUMBER, sell } from '../support/desk.ts'
import { expectHolds } from '../support/holds.ts'
import { goOffline } from '../support/offline.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test, type Person } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

/** Does nothing: the screen is already open. */
const stay = () => Promise.resolve()

/** Assigns a code to the only partner of the brand, in its desk. */
async function assignCode(browser: Browser, server: RunningServer, person: Person, code: string) {
  const link = await openDesk(server, person)
  await sell(server, person)
  const context = await browser.newContext({ baseURL: server.origin })
  const desk = await context.newPage()
  await desk.goto(link)
  await desk.getByRole('button', { name: 'Sign in' }).click()
  const row = await desk.getByRole('row').nth(1).innerText()
  const [number = ''] = PARTNER_NUMBER.exec(row) ?? []
  await desk.getByRole('link', { name: 'Discount codes' }).click()
  await desk.getByRole('textbox', { name: /^One per line/ }).fill(`${number}, ${code}`)
  await desk.getByRole('button', { name: 'Assign codes' }).click()
  await expect(desk.getByRole('row', { name: new RegExp(`${code}.*Active`) })).toBeVisible()
  await context.close()
}

test('a creator copies the code of a brand, offline too, and shows it on the page', async ({
  browser,
  page,
  person,
  server,
  openApp,
}) => {
  await assignCode(browser, server, person, 'ANA10')
  const found = await person.send('POST', '/v2/my/links/search/', {})
  const [first] = ((await found.json()) as { results: { uuid: string }[] }).results
  const uuid = first?.uuid ?? ''
  await openApp(`/splitlinks?create_split_link=edit-${uuid}`)
  const shown = page.getByRole('switch', { name: 'Show ANA10 on your page' })
  await expect(page.getByRole('button', { name: 'Copy ANA10' })).toBeVisible()
  await expectHolds(page, 'form of a link with a code', stay)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Name', { exact: true }).fill('Bread')
  await shown.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const created = await person.send('POST', '/v2/my/pages/', {
    title: 'Ana Example',
    slug: `ana-${person.uuid.slice(0, 8)}`,
    is_published: true,
  })
  const { slug } = (await created.json()) as { slug: string }
  const section = { type: 'links', title: 'Shops', layout: 'grid', links: [uuid] }
  await person.send('POST', '/v2/my/sections/', section)
  await page.goto(`/p/${slug}`)
  const code = page.locator('p.code')
  await expect(code).toHaveText('Code ANA10')
  // A tap selects the whole code, without a script.
  await code.getByText('ANA10').click({ clickCount: 1 })
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('ANA10')
  await expectHolds(page, 'page with a code', stay)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto('/splitlinks')
  await workerReady(page)
  const link = page.getByRole('button', { name: 'Bread', exact: true })
  await expect(link).toBeVisible()
  await goOffline(page)
  await link.click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('button', { name: 'Copy ANA10' })).toBeVisible()
})
