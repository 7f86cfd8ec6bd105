import type { Page } from '@playwright/test'
import { runServer, SERVER_FIXTURE } from '../support/per-worker.ts'
import { expect, test as base } from '../support/test.ts'

/** A server of its own, because other tests add brands. */
const test = base.extend({
  server: [async ({}, provide) => runServer({}, provide), SERVER_FIXTURE],
})

/** Largest sum of layout shifts of a start that still counts as steady. */
const MAX_SHIFT = 0.02

const BLOCKS = [
  '/v2/my/organizations/campaigns/',
  '/v2/my/organizations/promotions/',
  '/v2/my/discover/organizations/',
]

type Shift = { value: number; moved: string[] }

/** Runs in the page: collects the layout shifts that no input has caused. */
function collectShifts() {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      const moved = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
      if (!hadRecentInput) shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Fails with the list of shifts if their sum is too large. */
async function expectSteady(page: Page) {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MAX_SHIFT)
}

const answerTo = (page: Page, path: string) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path)

test('nothing on Home moves while its blocks load', async ({ page, person, shop, signIn }) => {
  for (const name of ['Oak lamp', 'Tin lamp', 'Red lamp']) await person.addLink(shop.product(name))
  await person.send('PATCH', '/v2/my/onboarding/', { finished: true, tasks_closed: true })
  await page.addInitScript(collectShifts)
  const others = Promise.all(BLOCKS.map((path) => answerTo(page, path)))
  await page.route('**/v2/my/discover/products/trending/**', async (route) => {
    await others
    await route.continue()
  })
  await signIn(page, person, '/')
  // The block comes after all others, which takes a while on a busy machine.
  await expect(page.getByText(/^No brands yet\./)).toBeVisible({ timeout: 40_000 })
  await expectSteady(page)
})
