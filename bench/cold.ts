// Measures the time until rows are visible: on a first start over slow 4G and on a second start
// offline. Minimal pages alternate with the app for comparison. It neither passes nor fails.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
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
import { servePages } from './support/bare-pages.ts'
import { storeLinksOf } from './support/many-links.ts'
import { forgetMirror, untilWhole } from './support/stored-here.ts'
import { openDatabase } from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = 11
const LINKS = 10_000
const EMAIL = 'cold@example.com'
/** Network conditions called "Slow 4G" in Lighthouse and browser tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}

const server = await RunningServer.start()
const bare = await servePages()
const browser = await launch()
const sql = await openDatabase(server.dataDir)

type Loaded = {
  scripts: number
  bytes: number
  asked: number
  text: number
  row: number
  list: number
  task: number
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await slowDown(page)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return page
}

/** Returns what was loaded before the first row was painted, and times in ms. */
async function firstStart(
  browser: Browser,
  state: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = await phone(browser, { storageState: state })
  await context.addInitScript(watchTasks)
  const page = await slowPage(context)
  await page.goto(`${server.origin}/splitlinks`, { waitUntil: 'commit' })
  const row = await markedAt(page, 'first-row-painted')
  const loaded = await page.evaluate(loadedBefore, row)
  const list = await markedAt(page, 'list-painted')
  await context.close()
  return { ...loaded, row, list }
}

function watchTasks() {
  const tasks = { longest: 0 }
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
}

function loadedBefore(moment: number): Omit<Loaded, 'row' | 'list'> {
  const early = performance
    .getEntriesByType('resource')
    .map((entry) => entry as PerformanceResourceTiming)
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= moment)
  const scripts = early.filter(({ name }) => name.endsWith('.js'))
  const data = early.find(({ name }) => name.includes('/links/search'))
  return {
    scripts: scripts.length,
    bytes: early
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    asked: data?.startTime ?? NaN,
    text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    task: (window as unknown as { tasks: { longest: number } }).tasks.longest,
  }
}

async function bareFirstStart(browser: Browser): Promise<number> {
  const context = await phone(browser)
  const page = await slowPage(context)
  await page.goto(`${bare.origin}/first`, { waitUntil: 'commit' })
  const row = await markedAt(page, 'first-row-painted')
  await context.close()
  return row
}

const newestLinks = async (token: string) =>
  (
    await fetch(`${server.origin}/v2/my/links/search/`, {
      method: 'POST',
      headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ page_size: 20 }),
    })
  ).text()

const of = (starts: Loaded[], key: keyof Loaded) => median(starts.map((start) => start[key]))
const ratioOf = (ours: number, theirs: number) => (ours / theirs).toFixed(2)

async function reportFirstStarts(known: BrowserContext, token: string) {
  const state = await known.storageState()
  const { bytes } = await firstStart(browser, state)
  bare.weigh(bytes, await newestLinks(token))
  const ours: Loaded[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await firstStart(browser, state))
    theirs.push(await bareFirstStart(browser))
  }
  printTable(`First start, slow 4G, a quarter of the speed, median of ${ROUNDS}`, [
    ['first row', ms(of(ours, 'row')), ''],
    ['first row of a bare page with the same bytes and data', ms(median(theirs)), ''],
    ['ratio', ratioOf(of(ours, 'row'), median(theirs)), 'limit 1.35, goal 1.15'],
    ['first text', ms(of(ours, 'text')), ''],
    ['complete list', ms(of(ours, 'list')), ''],
    ['links are requested', ms(of(ours, 'asked')), ''],
    ['longest task', ms(of(ours, 'task')), ''],
    ['scripts before the first row', String(of(ours, 'scripts')), 'limit 12, goal 8'],
    ['scripts and styles before the first row', `${(bytes / 1024).toFixed(0)} KB`, ''],
  ])
}

async function rowAfterReload(page: Page): Promise<number> {
  await page.bringToFront()
  await page.reload({ waitUntil: 'commit' })
  const row = await markedAt(page, 'first-row-painted')
  await sleep(SETTLE_MS)
  return row
}

/** Starts the app in a new window. A reload would first have to remove the old page. */
async function rowInNewWindow(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  const row = await markedAt(page, 'first-row-painted')
  await sleep(SETTLE_MS)
  await page.close()
  return row
}

async function inTurns(ours: () => Promise<number>, theirs: () => Promise<number>) {
  const rows = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rows.ours.push(await ours())
    rows.theirs.push(await theirs())
  }
  return { ours: median(rows.ours), theirs: median(rows.theirs) }
}

/** Compares offline starts with all data on the device. The app and the minimal page alternate. */
async function reportOfflineStarts(context: BrowserContext, page: Page) {
  const other = await context.newPage()
  await other.goto(`${bare.origin}/second`)
  await other.waitForFunction(() => document.title === 'Filled')
  await untilControlled(page)
  await slowDown(page)
  await slowDown(other)
  await context.setOffline(true)
  const again = await inTurns(
    () => rowAfterReload(page),
    () => rowAfterReload(other),
  )
  const [url, otherUrl] = [page.url(), other.url()]
  await page.goto('about:blank')
  await other.goto('about:blank')
  const anew = await inTurns(
    () => rowInNewWindow(context, url),
    () => rowInNewWindow(context, otherUrl),
  )
  printTable(`Second start offline, ${LINKS} links, a quarter of the speed, median of ${ROUNDS}`, [
    ['first row after a reload', ms(again.ours), ''],
    ['first row of a bare page with 18 rows from IndexedDB', ms(again.theirs), ''],
    ['ratio', ratioOf(again.ours, again.theirs), 'limit 1.35, goal 1.15'],
    ['first row in a new window', ms(anew.ours), ''],
    ['first row of the same bare page', ms(anew.theirs), ''],
    ['ratio', ratioOf(anew.ours, anew.theirs), 'limit 1.35, goal 1.15'],
  ])
}

try {
  const context = await phone(browser)
  const page = await context.newPage()
  const token = await signUp(page, server.origin, EMAIL)
  await storeLinksOf(sql, EMAIL, LINKS)
  await reportFirstStarts(context, token)
  await forgetMirror(page)
  await page.goto(`${server.origin}/splitlinks`)
  await page.locator('[data-link-row]').first().waitFor()
  await untilWhole(page)
  // Wait as long as an ordinary visit lasts.
  await sleep(3000)
  await reportOfflineStarts(context, page)
} finally {
  await browser.close()
  await bare.close()
  await sql.end()
  await server.remove()
}
