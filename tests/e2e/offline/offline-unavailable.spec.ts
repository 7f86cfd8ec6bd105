import type { Page } from '@playwright/test'
import { isApi, json } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { workerReady } from '../support/worker.ts'

const dialog = (page: Page) => page.getByRole('alertdialog')

/** Sends a change like the app does. The service worker handles every answer. */
const edit = (page: Page, uuid: string) =>
  page.evaluate(async (id) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'X-API-TOKEN': token, 'Content-Type': 'application/json' }
    await fetch(`/v2/my/links/${id}/`, { method: 'PATCH', headers, body: '{"name":"x"}' })
  }, uuid)

function countLoads(...tabs: Page[]) {
  const loads = tabs.map(() => 0)
  tabs.forEach((tab, i) => tab.on('load', () => (loads[i] = (loads[i] ?? 0) + 1)))
  return () => loads
}

const RETRY: [what: string, header: () => Record<string, string>, text: string, pass: number][] = [
  ['seconds', () => ({ 'Retry-After': '120' }), '2 minutes', 120_000],
  [
    'a date',
    () => ({ 'Retry-After': new Date(Date.now() + 110_000).toUTCString() }),
    'We will be back at:',
    111_000,
  ],
  ['ten minutes', () => ({ 'Retry-After': '600' }), '10 minutes', 600_000],
  [
    'a date that is past',
    () => ({ 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    'please try again later.',
    60_000,
  ],
  ['nothing', () => ({}), 'please try again later.', 60_000],
]
for (const [what, header, text, wait] of RETRY) {
  test(`503 with ${what} (offline 12, 30, R-606)`, async ({ page, front, context, openSaved }) => {
    const link = await openSaved('Patient lamp')
    const other = await context.newPage()
    await context.clock.install()
    await other.goto('/more')
    await page.goto('/splitlinks')
    await expect(page.getByText('Patient lamp')).toBeVisible()
    front.rule((passing) => (isApi(passing) ? json({}, 503, header()) : undefined))
    await edit(page, link.uuid)
    for (const tab of [page, other]) await expect(dialog(tab)).toContainText(text)
    const loads = countLoads(page, other)
    // Simulates a laptop that wakes from sleep: all timers that were due fire at once, in all tabs.
    await context.clock.fastForward(wait + 1000)
    await expect.poll(loads).toEqual([1, 1])
    await expect(page.locator('h1')).toHaveCount(1)
    expect(loads()).toEqual([1, 1])
    await page.goto('/splitlinks')
    await expect(page.getByText('Patient lamp')).toBeVisible()
    await expect(
      page.getByText(/(temporarily unavailable|maintenance mode).* These are from/),
    ).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const keys = await Promise.all(names.map(async (n) => (await caches.open(n)).keys()))
      return keys.flat().filter(({ url }) => /\/v[12]\//.test(url)).length
    })
    expect(cached).toBe(0)
  })
}

/** Delays the idle callbacks of the page until `goOn` is called. */
async function holdIdleWork(page: Page) {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    window.requestIdleCallback = (run) => held.push(run as () => void)
    Object.assign(window, {
      goOn: () => {
        window.requestIdleCallback = (run) => setTimeout(run)
        for (const run of held) run()
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
}

test('a starting tab gets the message of its worker (R-605, R-606)', async ({
  page,
  front,
  openWithLink,
}) => {
  const link = await openWithLink('Early lamp')
  await workerReady(page)
  const other = await page.context().newPage()
  const goOn = await holdIdleWork(other)
  await other.goto('/splitlinks')
  await expect(other.getByText('Early lamp')).toBeVisible()
  front.rule(({ method }) =>
    method === 'PATCH' ? json({}, 503, { 'Retry-After': '120' }) : undefined,
  )
  await edit(page, link.uuid)
  await expect(dialog(page)).toContainText('2 minutes')
  await expect(dialog(other)).toHaveCount(0)
  await goOn()
  await expect(dialog(other)).toContainText('2 minutes')
})
