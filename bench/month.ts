// Writes the clicks of thirty days as the server does, closes days as they get old, and measures
// redirects meanwhile and charts afterwards. Prints figures from one run; it fails if counters
// differ, or if the data exceeds its quota at the end of a day. BENCH_DAYS=10 writes a third of the
// clicks at the same density, so that figures per click stay comparable. BENCH_CLICKS=2000000 is a
// quick check.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { createLog } from '../server/platform/log/log.ts'
import { closeUntil, OPEN_DAYS } from '../server/redirect/click-log/close-clicks.ts'
import { createClicks } from '../server/redirect/clicks/clicks.ts'
import { openWriterInThread } from '../server/redirect/clicks/in-thread.ts'
import { openSalts } from '../server/redirect/clicks/day-salts.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'
import { recordDay, storeMonthLinks } from './support/month-clicks.ts'
import { askAtPace, quantile } from './support/paced.ts'
import { freePort, startServer } from './support/server-process.ts'
import { totals, untilCounted } from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const CLICKS_OF_30_DAYS = 100_000_000
const DAYS = Number(process.env['BENCH_DAYS'] ?? 30)
const CLICKS = Number(process.env['BENCH_CLICKS'] ?? (CLICKS_OF_30_DAYS * DAYS) / 30)
const LINKS = Number(process.env['BENCH_LINKS'] ?? 5000)
const DAY_MS = 24 * 60 * 60 * 1000
const REDIRECTS_PER_SECOND = 100
const CHART_READS = 10
/** Quota for DATA_DIR in MB. */
const QUOTA_MB = Number(process.env['BENCH_QUOTA_MB'] ?? 20_480)
const CHARTS = ['day', 'link', 'referrer', 'source'] as const
/** Start of the first day. The last one is yesterday. */
const START = (Math.floor(Date.now() / DAY_MS) - DAYS) * DAY_MS
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const server = await startServer(folder, await freePort())
const address = await runningEmbedded(folder)
if (!address) throw new Error('The database is not running')
const { sql } = connect(address, { max: 4 })
const log = createLog('error')
const salts = await openSalts({ sql, log })
const config = readConfig({ DATA_DIR: folder })
// Another thread stores and counts what this one records, as in the server.
const writer = openWriterInThread(
  { address, logLevel: 'error', json: false, geoipDb: null },
  resolve('dist/server/clicks-thread.js'),
)
const clicks = createClicks({ sql, log, salts, config }, writer)
const measured = { writingMs: 0, closingMs: 0, closed: 0, diskMb: 0, redirects: [] as number[] }
try {
  const person = await signUp(reachableAt(server.origin))
  const links = await storeMonthLinks(sql, LINKS, person.uuid)
  const alone = await askAtPace(`${server.origin}/s/c7`, REDIRECTS_PER_SECOND, 5)
  for (let day = 0; day < DAYS; day += 1) {
    const since = START + day * DAY_MS
    await write(links, since, countOf(day))
    await close(since + DAY_MS - OPEN_DAYS * DAY_MS)
    checkDisk(day)
  }
  await clicks.stop()
  await printResults(person, alone)
} finally {
  salts.stop()
  await sql.end()
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the number of clicks of a day. The days add up to all clicks. */
function countOf(day: number): number {
  return clicksUntil(day + 1) - clicksUntil(day)
}

function clicksUntil(day: number): number {
  return Math.floor((CLICKS * day) / DAYS)
}

async function write(links: Parameters<typeof recordDay>[1], since: number, count: number) {
  const startedAt = performance.now()
  await recordDay(clicks, links, { since, count })
  await untilCounted(sql)
  measured.writingMs += performance.now() - startedAt
  // The server deletes them once each real day, and PostgreSQL frees their space within minutes.
  await sql`delete from click_visitors where day < ${dateOf(since)}::date`
  await sql`vacuum click_visitors`
}

/** Closes the days before a time while redirects are sent. */
async function close(until: number) {
  const closed = await closedClicks()
  const startedAt = performance.now()
  const state = { isOver: until <= START }
  const closing = closeUntil(sql, until, new AbortController().signal).finally(() => {
    state.isOver = true
  })
  while (!state.isOver)
    measured.redirects.push(...(await askAtPace(`${server.origin}/s/c7`, REDIRECTS_PER_SECOND, 1)))
  await closing
  measured.closingMs += performance.now() - startedAt
  measured.closed += (await closedClicks()) - closed
}

async function closedClicks(): Promise<number> {
  const [row] = await sql<[{ clicks: number }]>`
    select coalesce(sum(clicks), 0)::int as clicks from closed_clicks`
  return row.clicks
}

function diskMb(): number {
  return Math.round(Number(execFileSync('du', ['-sk', folder]).toString().split('\t')[0]) / 1024)
}

/** Prints the size of the data after a day. Throws if it exceeds the quota. */
function checkDisk(day: number) {
  const size = diskMb()
  measured.diskMb = Math.max(measured.diskMb, size)
  console.log(`day ${day + 1} of ${DAYS}: ${size} MB`)
  if (size > QUOTA_MB)
    throw new Error(`The data takes ${size} MB, more than its quota of ${QUOTA_MB} MB.`)
}

function p99(times: number[]): string {
  return `${quantile(times, 0.99).toFixed(1)} ms`
}

async function printResults(person: Person, alone: number[]) {
  const { counted, events, hours } = await totals(sql)
  const bytes = await bytesPerClick()
  printTable(`${CLICKS.toLocaleString('en')} clicks in ${DAYS} days on ${LINKS} links`, [
    ['written and counted per second', (CLICKS / (measured.writingMs / 1000)).toFixed(0)],
    ['closed per second', (measured.closed / (measured.closingMs / 1000)).toFixed(0)],
    ['bytes of a click, open', bytes.open],
    ['bytes of a click, closed', bytes.closed],
    ['bytes of all sums per click', bytes.sums],
    [`largest size of DATA_DIR (quota ${QUOTA_MB.toLocaleString('en')})`, `${measured.diskMb} MB`],
    ['p99 of redirects, nothing else', p99(alone)],
    ['p99 of redirects while days are closed', p99(measured.redirects)],
    ...(await chartRows(person)),
    ['counters / single clicks / hours', `${counted} / ${events} / ${hours}`],
  ])
  if (events !== counted || hours !== counted) throw new Error('The counters differ')
}

/** Returns sizes with indexes and free space, divided by the clicks that they stand for. */
async function bytesPerClick() {
  const [size] = await sql<[Record<'open' | 'closed' | 'all', string>]>`
    select pg_total_relation_size('click_events') as open,
      pg_total_relation_size('closed_clicks') as closed,
      sum(pg_total_relation_size(c.oid)) as all
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public'`
  const closed = await closedClicks()
  return {
    open: perClick(Number(size.open), CLICKS - closed),
    closed: perClick(Number(size.closed), closed),
    sums: perClick(Number(size.all) - Number(size.open) - Number(size.closed), CLICKS),
  }
}

function perClick(bytes: number, count: number): string {
  return (bytes / count).toFixed(1)
}

async function chartRows(person: Person): Promise<string[][]> {
  await sql`analyze`
  const range = { date_from: dateOf(START), date_to: dateOf(START + (DAYS - 1) * DAY_MS) }
  const rows: string[][] = []
  for (const group_by of CHARTS) {
    const times: number[] = []
    for (let read = 0; read < CHART_READS; read += 1) {
      const startedAt = performance.now()
      const body = { ...range, group_by, page_size: 100 }
      const answer = await person.send('POST', '/v2/my/analytics/my_links/', body)
      if (answer.status !== 200) throw new Error(`no analytics: ${answer.status}`)
      await answer.text()
      times.push(performance.now() - startedAt)
    }
    rows.push([`${DAYS} days by ${group_by} (limit 200 ms)`, `${median(times).toFixed(1)} ms`])
  }
  return rows
}
