// Measures what one click, page view, link and ledger entry costs: CPU time of server and database
// in microseconds, and stored bytes. See docs/scaling.md; it neither passes nor fails.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { clusterOf } from '../server/platform/db/embedded/places.ts'
import { readPostmaster } from '../server/platform/db/embedded/process.ts'
import { closeUntil } from '../server/redirect/click-log/close-clicks.ts'
import { post } from '../server/money/ledger/post.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { processes } from '#support/server/processes/processes.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'
import { sendLoad } from './support/http-load.ts'
import { freePort, startServer } from './support/server-process.ts'
import { openDatabase, storeLinks, storePage, untilCounted } from './support/stored-links.ts'
import { printTable } from './support/table.ts'

const CLICKS = Number(process.env['BENCH_CLICKS'] ?? 200_000)
const LINKS = Number(process.env['BENCH_LINKS'] ?? 2000)
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 20_000)
const SPREAD = 10_000
const CONNECTIONS = 16
const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK']).toString())

const folder = mkdtempSync(join(tmpdir(), 'split-scale-'))
const port = await freePort()
const server = await startServer(folder, port)
const sql = await openDatabase(folder)
const rows = [['item', 'CPU server', 'CPU database', 'bytes stored', 'number measured']]
try {
  await storeLinks(sql, 0, SPREAD)
  await storePage(sql, 'scale')
  await warmUp()
  rows.push(
    await costOf(
      'click',
      CLICKS,
      visit((n) => `/s/c${1 + (n % SPREAD)}`),
    ),
  )
  rows.push(await costOfClosing())
  rows.push(
    await costOf(
      'page view',
      CLICKS,
      visit(() => '/p/scale'),
    ),
  )
  rows.push(await costOf('link', LINKS, makeLinks))
  rows.push(await costOf('ledger entry', ENTRIES, moveMoney))
  printTable('Cost of one item, in microseconds and bytes, including indexes:', rows)
} finally {
  await sql.end()
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

/** Warms up caches and compiled code, which are not part of the cost. */
async function warmUp() {
  await visit((n) => `/s/c${1 + (n % SPREAD)}`)(SPREAD * 2)
  await visit(() => '/p/scale')(2000)
  await untilCounted(sql)
}

type Work = (count: number) => Promise<unknown>

async function costOf(name: string, count: number, work: Work): Promise<string[]> {
  const before = { server: server.cpuMs(), database: databaseCpuMs(), bytes: await stored() }
  await work(count)
  await untilCounted(sql)
  const of = (after: number, was: number, unit: number) =>
    ((Math.max(0, after - was) * unit) / count).toFixed(0)
  return [
    name,
    of(server.cpuMs(), before.server, 1000),
    of(databaseCpuMs(), before.database, 1000),
    of(await stored(), before.bytes, 1),
    String(count),
  ]
}

/** Closes all clicks and returns what one costs and the bytes that it takes then. */
async function costOfClosing(): Promise<string[]> {
  const before = databaseCpuMs()
  await closeUntil(sql, Date.now() + 1000, new AbortController().signal)
  const cpuMs = databaseCpuMs() - before
  await sql`vacuum`
  const [row] = await sql<[{ bytes: string; clicks: string }]>`
    select pg_total_relation_size('closed_clicks')::text as bytes, sum(clicks)::text as clicks
    from closed_clicks`
  const perClick = (total: number) => (total / Number(row.clicks)).toFixed(0)
  return ['closing a click', '0', perClick(cpuMs * 1000), perClick(Number(row.bytes)), row.clicks]
}

function visit(path: (n: number) => string): Work {
  return (count) =>
    sendLoad({ port, connections: CONNECTIONS, path, isOver: (sent) => sent >= count })
}

async function makeLinks(count: number) {
  const ana = await signUp(reachableAt(server.origin))
  for (let n = 0; n < count; n += 1) await addLink(ana, `http://127.0.0.1:9/scale/${n}`)
}

/** Books movements with two entries each, like a commission. */
async function moveMoney(count: number) {
  const address = await runningEmbedded(folder)
  if (!address) throw new Error('The database is not running')
  const { db, sql: own } = connect(address, { max: 1 })
  const [person, brand] = [randomUUID(), randomUUID()]
  for (let n = 0; n < count / 2; n += 1) {
    await db.transaction((tx) =>
      post(tx, {
        kind: 'commission',
        reference: `conversion:${n}`,
        entries: [
          { account: 'pending', owner: person, cents: 100 },
          { account: 'brand', owner: brand, cents: -100 },
        ],
      }),
    )
  }
  await own.end()
}

/** Returns the size of tables and indexes in bytes, without uncounted clicks and dead rows. */
async function stored(): Promise<number> {
  await sql`vacuum`
  const [row] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(c.oid))::text as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'click_batches'`
  return Number(row?.bytes ?? 0)
}

/** Returns the CPU time of all PostgreSQL processes, including ended ones. */
function databaseCpuMs(): number {
  const main = readPostmaster(clusterOf(folder))?.pid
  if (main === undefined) throw new Error('The database is not running')
  const own = processes().filter(({ pid, parent }) => pid === main || parent === main)
  return own.reduce((total, { pid }) => total + ticksOf(pid, pid === main), 0) * TICK_MS
}

function ticksOf(pid: number, withEnded: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return user + system + (withEnded ? endedUser + endedSystem : 0)
  } catch {
    return 0
  }
}
