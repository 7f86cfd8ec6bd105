// Measures the bytes loaded before the first screen, and the time until a second start shows rows.
// Prints ratios from one run; it neither passes nor fails.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { RunningServer } from '../tests/e2e/support/running-server.ts'
import {
  launch,
  markedAt,
  ms,
  phone,
  SETTLE_MS,
  signUp,
  slowDown,
  untilControlled,
} from './support/app-page.ts'
import { shiftsOf, watchShifts, type Shift } from './support/shifts.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = 5
const DIST = 'dist/app'
const UNREACHABLE = 'http://127.0.0.1:9/lamp'

async function api(token: string, method: string, path: string, body: unknown) {
  const response = await fetch(server.origin + path, {
    method,
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await response.text()
}

async function addLinks(token: string, count: number) {
  for (let n = 0; n < count; n++)
    await api(token, 'POST', '/v2/my/links/', { url: `${UNREACHABLE}-${n}` })
}

const gzipped = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length
const sum = (names: string[]) => names.reduce((total, name) => total + gzipped(name), 0)
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const isScript = (name: string) => name.endsWith('.js')
const isStyle = (name: string) => name.endsWith('.css')

/** Returns the files requested before the first row was painted, on a start with local data. */
async function loadedBefore(page: Page, path: string): Promise<string[]> {
  await page.goto(server.origin + path)
  await page.locator('[data-link-row]').first().waitFor()
  const painted = await markedAt(page, 'first-row-painted')
  return await page.evaluate((moment) => {
    const early = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= moment)
    const names = early.map(({ name }) => new URL(name).pathname.slice(1))
    return [...new Set(names.filter((name) => name.startsWith('assets/')))]
  }, painted)
}

/** Adds a file and all its static imports. */
function addImports(file: string, found: Set<string>): void {
  if (found.has(file)) return
  found.add(file)
  if (!isScript(file)) return
  const code = readFileSync(join(DIST, file), 'utf8')
  for (const [, to = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    addImports(`assets/${to}`, found)
}

/** Returns the files needed to draw the shell: the entry and the start code that it loads. */
function shellFiles(): string[] {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  // The shell does not wait for files that are only preloaded.
  const tags = html.match(/<script[^>]+src=[^>]+>|<link[^>]+rel="stylesheet"[^>]*>/g) ?? []
  const entry = tags.flatMap((tag) => /"\/(assets\/[^"]+\.(?:js|css))"/.exec(tag)?.[1] ?? [])
  const boot = readdirSync(join(DIST, 'assets')).filter((name) =>
    /^start-.{8}\.(js|css)$/.test(name),
  )
  const found = new Set<string>()
  for (const file of [...entry, ...boot.map((name) => `assets/${name}`)]) addImports(file, found)
  return [...found]
}

/** Returns the files of all routes in the service worker's precache. */
function precached(): string[] {
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8')
  return [
    ...new Set([...worker.matchAll(/"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url = '']) => url)),
  ]
}

async function reportSizes(page: Page) {
  await page.goto(`${server.origin}/splitlinks`)
  await page.locator('[data-link-row]').first().waitFor()
  await untilControlled(page)
  const shell = shellFiles()
  const links = await loadedBefore(page, '/splitlinks')
  const home = await loadedBefore(page, '/')
  printTable('Bytes, gzip', [
    ['JavaScript before the shell', kb(sum(shell.filter(isScript))), 'limit 130, goal 110'],
    ['CSS before the shell', kb(sum(shell.filter(isStyle))), 'limit 12, goal 8'],
    ['JavaScript before the first rows: links', kb(sum(links.filter(isScript))), ROWS_BUDGET],
    ['JavaScript before the first rows: home', kb(sum(home.filter(isScript))), ROWS_BUDGET],
    ['all files for offline use', kb(sum(precached())), 'limit 600, goal 450'],
  ])
  if (process.env['BENCH_FILES'])
    printTable('Before the first rows of the links', largestFirst(links.filter(isScript)))
}

const ROWS_BUDGET = 'limit 175, goal 160'

const largestFirst = (names: string[]) =>
  names.toSorted((a, b) => gzipped(b) - gzipped(a)).map((name) => [kb(gzipped(name)), name])

/**
 * Compares second starts online and offline, alternating so that both run under the same
 * conditions.
 */
async function reportStarts(context: BrowserContext, page: Page) {
  await untilControlled(page)
  await slowDown(page)
  const starts: Record<'online' | 'offline', Start[]> = { online: [], offline: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ['online', 'offline'] as const) {
      await context.setOffline(kind === 'offline')
      // The old page reacts to this change. Without a pause, the reload waits for that work, and a
      // real start has no old page.
      await sleep(SETTLE_MS)
      starts[kind].push(await start(page))
    }
  }
  const paint = (kind: 'online' | 'offline') => median(starts[kind].map(({ painted }) => painted))
  const row = (kind: 'online' | 'offline') => median(starts[kind].map(({ rowShown }) => rowShown))
  printTable(`Second start at a quarter of the speed, median of ${ROUNDS}`, [
    ['', 'online', 'offline', 'offline / online'],
    [
      'first paint',
      ms(paint('online')),
      ms(paint('offline')),
      `${ratio(paint)}  (limit 1.25, goal 1.1)`,
    ],
    ['first row of real data', ms(row('online')), ms(row('offline')), ratio(row)],
    [
      'worst layout shift',
      worstShift(starts.online),
      worstShift(starts.offline),
      'limit 0.02, goal 0',
    ],
  ])
}

const SCREENS = [
  '/splitlinks',
  '/splitlinks?tab=collections',
  '/',
  '/more',
  '/profile',
  '/settings',
  '/settings/notifications-settings',
  '/data-exports',
]

const shiftText = ({ value, moved }: Shift) => `${value.toFixed(3)} ${moved}`.trim()

/**
 * Measures layout shifts on each screen: at its start, and when the connection is lost and
 * restored.
 */
async function reportShifts(context: BrowserContext, page: Page) {
  const rows: string[][] = []
  for (const path of SCREENS) {
    const { online, offline, lost, found } = await shiftsOf(context, page, server.origin + path)
    rows.push([path, ...[online, offline, lost, found].map(shiftText)])
  }
  printTable('Layout shift at a quarter of the speed (limit 0.02, goal 0)', [
    ['', 'start online', 'start offline', 'connection lost', 'connection restored'],
    ...rows,
  ])
}

type Start = { painted: number; rowShown: number; shift: number }
const ratio = (of: (kind: 'online' | 'offline') => number) =>
  (of('offline') / of('online')).toFixed(2)
const worstShift = (starts: Start[]) => Math.max(...starts.map(({ shift }) => shift)).toFixed(3)

async function start(page: Page): Promise<Start> {
  await page.reload()
  const row = page.locator('[data-link-row]').first()
  await row.waitFor({ state: 'attached' })
  return await page.evaluate(
    () =>
      new Promise<Start>((resolve) => {
        const rowShown =
          performance.getEntriesByName('first-row')[0]?.startTime ?? performance.now()
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shift += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve({ painted, rowShown, shift }), 300)
      }),
  )
}

/** Measures the answer size for a whole list, an unchanged one and one with a few changes. */
async function reportRevalidation(token: string) {
  const path = '/v2/my/links/search/'
  const whole = await api(token, 'POST', path, { page_size: 500 })
  const { cursor, results } = JSON.parse(whole) as { cursor: string; results: { uuid: string }[] }
  const nothing = await api(token, 'POST', path, { since: cursor })
  for (const { uuid } of results.slice(0, 20))
    await api(token, 'PATCH', `/v2/my/links/${uuid}/`, { tags: ['bench'] })
  const some = await api(token, 'POST', path, { since: cursor, page_size: 100 })
  printTable('Revalidation, bytes of the answer', [
    [`whole list, ${results.length} links`, String(whole.length), ''],
    ['nothing changed', String(nothing.length), 'limit 2 KB, goal 0.5 KB'],
    ['20 links changed', `${some.length}, gzip ${gzipSync(some).length}`, 'limit 10 KB, goal 3 KB'],
  ])
}

const server = await RunningServer.start()
const browser = await launch()
try {
  const context = await phone(browser)
  await context.addInitScript(watchShifts)
  const page = await context.newPage()
  const token = await signUp(page, server.origin, 'bench@example.com')
  await addLinks(token, 30)
  await reportSizes(page)
  await reportStarts(context, page)
  await reportShifts(context, page)
  await reportRevalidation(token)
} finally {
  await browser.close()
  await server.remove()
}
