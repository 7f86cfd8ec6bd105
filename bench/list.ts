// Measures ten thousand links and five hundred collections at the speed of a phone's processor,
// with a real server. Prints ratios and frame counts; it neither passes nor fails.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { RunningServer } from '../tests/e2e/support/running-server.ts'
import {
  launch,
  markedAt,
  ms,
  phone,
  signUp,
  slowDown,
  untilControlled,
} from './support/app-page.ts'
import { storeCollectionsOf, storeLinksOf } from './support/many-links.ts'
import { heapBytes, scrollBeside, search } from './support/scrolling.ts'
import { openDatabase } from './support/stored-links.ts'
import {
  forgetMirror,
  storedAtFirstRow,
  storedHere,
  untilWhole,
  watchFirstRow,
  watchWork,
  workDone,
} from './support/stored-here.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = 5
const MANY = 10_000
const FEW = 10
const COLLECTIONS = 500
/** Scroll speed in pixels per second. */
const SCROLL_SPEED = 4000
/** Time in ms after which a visit has loaded and stored everything. */
const VISIT_MS = 4000

const server = await RunningServer.start()
const browser = await launch()
const sql = await openDatabase(server.dataDir)

type Visitor = { context: BrowserContext; page: Page; token: string }

/** Signs up a user with this many links and loads all of them onto the device. */
async function createVisitor(browser: Browser, email: string, count: number): Promise<Visitor> {
  const context = await phone(browser)
  const page = await context.newPage()
  const token = await signUp(page, server.origin, email)
  await storeLinksOf(sql, email, count)
  if (count === MANY) await storeCollectionsOf(sql, email, COLLECTIONS)
  // Rows inserted by SQL are not part of a delta, so the local copy has to be loaded again.
  await forgetMirror(page)
  await openLinks(page)
  await untilWhole(page)
  await untilControlled(page)
  await slowDown(page)
  return { context, page, token }
}

async function openLinks(page: Page, path = '/splitlinks') {
  await page.goto(server.origin + path)
  await page.locator('[data-link-row]').first().waitFor({ state: 'attached' })
}

const firstRow = async (page: Page) => {
  await openLinks(page)
  return markedAt(page, 'first-row')
}

/** Measures the first visit on another device, once complete and once interrupted. */
async function reportImport(known: BrowserContext) {
  const context = await phone(browser, { storageState: await known.storageState() })
  await context.addInitScript(watchWork)
  await watchFirstRow(context)
  let page = await context.newPage()
  await slowDown(page)
  await openLinks(page)
  const shown = await markedAt(page, 'first-row')
  const { links: first } = await storedAtFirstRow(page)
  while ((await storedHere(page)).links < MANY / 3) await page.waitForTimeout(100)
  const { starting, importing } = await workDone(page)
  await page.close()
  page = await context.newPage()
  await openLinks(page)
  const { links: atKill } = await storedHere(page)
  const { links } = await untilWhole(page)
  printTable(`First import of ${MANY} links`, [
    ['first row', ms(shown), `${first} rows stored by then (goal: fewer than 20)`],
    ['longest task after the list', ms(importing), 'limit 200 ms, goal 50 ms'],
    ['longest task before it', ms(starting), "includes the browser's and the app's start"],
    ['interrupted at', `${atKill} rows`, `after the next start ${links} stored`],
  ])
  await context.close()
}

/**
 * Measures what a repeated visit requests and writes, without changes and with 20 changed links.
 * Blocks the service worker, so that counters in the page see every write.
 */
async function reportRevalidation(known: BrowserContext, token: string) {
  const options = { storageState: await known.storageState(), serviceWorkers: 'block' }
  const context = await phone(browser, options)
  await context.addInitScript(watchWork)
  const page = await context.newPage()
  await openLinks(page)
  await untilWhole(page)
  // The first visit writes a few rows once all links are known.
  await page.waitForTimeout(VISIT_MS)
  const unchanged = await revalidate(page)
  await changeLinks(token, 20)
  const changed = await revalidate(page)
  printTable(`Revalidation of ${MANY} links`, [
    ['nothing changed', ...costs(unchanged), 'limit 2 KB, 1, 0; goal 0.5 KB'],
    ['20 changed', ...costs(changed), 'limit 10 KB, goal 3 KB'],
  ])
  await context.close()
}

const costs = ({ requests, bytes, writes }: Revalidation) => [
  `${bytes} bytes`,
  `${requests} requests`,
  `${writes.length} rows written ${[...new Set(writes)].join(', ')}`.trim(),
]

type Revalidation = { requests: number; bytes: number; writes: string[] }

async function revalidate(page: Page): Promise<Revalidation> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const ours = new Set<string>()
  const seen = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.includes('links/search')) return
    ours.add(requestId)
    seen.requests += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ours.has(requestId)) seen.bytes += encodedDataLength
  })
  await openLinks(page)
  await page.waitForTimeout(VISIT_MS)
  await session.detach()
  return { ...seen, writes: (await workDone(page)).writes }
}

async function changeLinks(token: string, count: number) {
  const headers = { 'X-API-TOKEN': token, 'Content-Type': 'application/json' }
  const ask = (method: string, path: string, body: object) =>
    fetch(server.origin + path, { method, headers, body: JSON.stringify(body) })
  const page = await ask('POST', '/v2/my/links/search/', { page_size: count })
  const { results } = (await page.json()) as { results: { uuid: string }[] }
  for (const { uuid } of results) await ask('PATCH', `/v2/my/links/${uuid}/`, { tags: ['changed'] })
}

/**
 * Measures the time to the first row. Alternates between both users, so that both run under the
 * same conditions.
 */
async function reportStarts(many: Page, few: Page) {
  const rows = { many: [] as number[], few: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rows.many.push(await firstRow(many))
    rows.few.push(await firstRow(few))
  }
  const [a, b] = [median(rows.many), median(rows.few)]
  printTable(`First row at a second start, median of ${ROUNDS}`, [
    [`${MANY} links`, ms(a), ''],
    [`${FEW} links`, ms(b), `ratio ${(a / b).toFixed(2)}  (limit 1.5, goal 1.1)`],
  ])
}

async function reportList(many: Page, few: Page) {
  await openLinks(many)
  await many.getByPlaceholder(`Search ${MANY.toLocaleString('en-US')} links`).waitFor()
  await many.waitForTimeout(3000)
  const found: number[] = []
  for (const query of ['9173', '4088', '7351', '2864', '6609'])
    found.push(await search(many, query, SEARCH_DEBOUNCE_MS))
  const scrolled = await scrollBeside(many, '[data-link-row]', SCROLL_SPEED, () => openLinks(many))
  await openLinks(many)
  await openLinks(few)
  const [heap, base] = [await heapBytes(many), await heapBytes(few)]
  printTable(`${MANY} links`, [
    ['search, after the debounce', `${median(found).toFixed(1)} frames`, 'limit 6, goal 3'],
    ...scrolledRows(scrolled),
    ['memory', `${mb(heap)}, with ${FEW} links ${mb(base)}`, ''],
  ])
}

/** Measures searches on the server. A word of every link, of one link, of none, and two words. */
async function reportServer(token: string) {
  const rows: string[][] = []
  for (const q of ['lamp', '9173', 'zółty', 'lamp 9173', 'room 7']) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now()
      found = await searchServer(token, q)
      times.push(performance.now() - startedAt)
    }
    rows.push([q, ms(median(times)), `${found} found`])
  }
  printTable(`Search of ${MANY} links on the server, median of ${ROUNDS}`, rows)
}

async function searchServer(token: string, q: string): Promise<number> {
  const answer = await fetch(`${server.origin}/v2/my/links/search/`, {
    method: 'POST',
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ q }),
  })
  return ((await answer.json()) as { count: number }).count
}

const scrolledRows = ({ app, bare, blank, samples }: Awaited<ReturnType<typeof scrollBeside>>) => [
  [
    `scroll at ${SCROLL_SPEED} px/s`,
    `${app.toFixed(0)} frames a second, ${blank} of ${samples} samples blank`,
    'limit 45 and 0, goal 55 and 0',
  ],
  [
    'the same rows without the app',
    `${bare.toFixed(0)} frames a second`,
    `ratio ${(app / bare).toFixed(2)}`,
  ],
]
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

async function reportCollections(page: Page) {
  const tile = '[data-held]'
  const open = async () => {
    await page.goto(`${server.origin}/splitlinks?tab=collections`)
    await page.locator(tile).first().waitFor()
  }
  await open()
  const first = await page.evaluate(() => performance.now())
  const scrolled = await scrollBeside(page, tile, SCROLL_SPEED, open)
  await open()
  printTable(`${COLLECTIONS} collections`, [
    ['first tile', ms(first), ''],
    ...scrolledRows(scrolled),
    ['elements', String(await page.locator('*').count()), ''],
  ])
}

/** Compares starts without a network and with a server that never answers. */
async function reportOffline(context: BrowserContext, page: Page) {
  const rows = { offline: [] as number[], silent: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    await context.setOffline(true)
    rows.offline.push(await firstRow(page))
    await context.setOffline(false)
    server.freeze()
    rows.silent.push(await firstRow(page))
    server.thaw()
  }
  const [offline, silent] = [median(rows.offline), median(rows.silent)]
  printTable(`Second start with ${MANY} links, median of ${ROUNDS}`, [
    ['offline', ms(offline), ''],
    [
      'never answered',
      ms(silent),
      `ratio ${(silent / offline).toFixed(2)}  (limit 1.15, goal 1.05)`,
    ],
  ])
}

try {
  const many = await createVisitor(browser, 'many@example.com', MANY)
  const few = await createVisitor(browser, 'few@example.com', FEW)
  await reportServer(many.token)
  await reportImport(many.context)
  await reportRevalidation(many.context, many.token)
  await reportStarts(many.page, few.page)
  await reportList(many.page, few.page)
  await reportCollections(many.page)
  await reportOffline(many.context, many.page)
} finally {
  await sql.end()
  await browser.close()
  await server.remove()
}
