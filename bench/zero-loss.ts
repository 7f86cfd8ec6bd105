// Whether clicks survive a stop and a crash: counters, events and answered requests side by side.
// Nothing here passes or fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FLUSH_INTERVAL_MS } from '../server/clicks/clicks.ts'
import { sendLoad } from './support/http-load.ts'
import { freePort, startServer } from './support/server-process.ts'
import {
  openDatabase,
  storeLinks,
  totals,
  untilCounted,
  type Totals,
} from './support/stored-links.ts'
import { printTable } from './support/table.ts'

const CRASHES = Number(process.env['BENCH_CRASHES'] ?? 10)
const LINKS = 1000
const BURST_MS = 1500

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const port = await freePort()
let server = await startServer(folder, port)
let stored: Totals = { counted: 0, events: 0, hours: 0 }
const rows = [['', 'answered', 'counters', 'events', 'by hour', 'missing', 'that is', 'back in']]
try {
  await withDatabase((sql) => storeLinks(sql, 1, LINKS))
  rows.push(await burst('SIGTERM', 'SIGTERM in a burst'))
  for (let crash = 1; crash <= CRASHES; crash++) {
    rows.push(await burst('SIGKILL', `kill -9 in a burst, ${crash}`))
  }
  printTable(
    `Clicks after a stop and after crashes; written down every ${FLUSH_INTERVAL_MS} ms`,
    rows,
  )
} finally {
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

/** Ends the server in the middle of a burst, starts it again and compares. */
async function burst(signal: NodeJS.Signals, name: string): Promise<string[]> {
  const begun = performance.now()
  const load = sendLoad({
    port,
    connections: 32,
    path: (n) => `/s/c${1 + (n % LINKS)}`,
    isOver: () => false,
  })
  await sleep(BURST_MS + Math.random() * FLUSH_INTERVAL_MS)
  const seconds = (performance.now() - begun) / 1000
  await server.stop(signal)
  const { count } = await load
  const restarted = performance.now()
  server = await startServer(folder, port)
  const back = performance.now() - restarted
  return compare(name, count, seconds, back)
}

async function compare(name: string, answered: number, seconds: number, back: number) {
  const now = await withDatabase(async (sql) => {
    await untilCounted(sql)
    return totals(sql)
  })
  const counted = now.counted - stored.counted
  const events = now.events - stored.events
  const hours = now.hours - stored.hours
  stored = now
  // An answer may be on its way when the server ends: then there is an event more, never one less.
  const missing = Math.max(0, answered - events)
  const milliseconds = (missing / answered) * seconds * 1000
  const figures = [answered, counted, events, hours, missing].map(String)
  return [name, ...figures, `${milliseconds.toFixed(0)} ms`, `${(back / 1000).toFixed(1)} s`]
}

async function withDatabase<T>(
  work: (sql: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
) {
  const sql = await openDatabase(folder)
  return work(sql).finally(() => sql.end())
}
