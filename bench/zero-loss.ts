// Measures whether clicks and orders survive a stop and crashes: compares answered requests with
// counters and events, and acknowledged orders with the ledger. It neither passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FLUSH_INTERVAL_MS } from '../server/redirect/clicks/clicks.ts'
import { countBooked, buy, openShop, type OrderStatuses } from './money/buyers.ts'
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
const BUYERS = 6
const SHOP_LINKS = 50
/** Seconds to wait for orders that arrived before their click was counted. */
const PARKED_SECONDS = 75

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const port = await freePort()
let server = await startServer(folder, port)
let stored: Totals = { counted: 0, events: 0, hours: 0 }
const orders = [
  ['', 'acknowledged', 'with 202', 'booked', 'waiting for click', 'missing', 'doubled'],
]
const rows = [
  ['', 'answered', 'counters', 'events', 'by hour', 'missing', 'missing time', 'restarted in'],
]
try {
  await withDatabase((sql) => storeLinks(sql, 1, LINKS))
  const key = await openShop(folder, SHOP_LINKS)
  rows.push(await burst('SIGTERM', 'SIGTERM during a burst', key))
  for (let crash = 1; crash <= CRASHES; crash++) {
    rows.push(await burst('SIGKILL', `kill -9 during a burst, ${crash}`, key))
  }
  printTable(`Clicks after a stop and crashes; stored every ${FLUSH_INTERVAL_MS} ms`, rows)
  printTable(
    'Orders during the same bursts; an order that arrives before its click is counted waits',
    orders,
  )
} finally {
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

/** Stops the server during a burst, starts it again and compares the counts. */
async function burst(signal: NodeJS.Signals, name: string, key: string): Promise<string[]> {
  const startedAt = performance.now()
  let isOver = false
  const buying = buy(port, { key, people: BUYERS, links: SHOP_LINKS }, () => isOver)
  const load = sendLoad({
    port,
    connections: 32,
    path: (n) => `/s/c${1 + (n % LINKS)}`,
    isOver: () => false,
  })
  await sleep(BURST_MS + Math.random() * FLUSH_INTERVAL_MS)
  const seconds = (performance.now() - startedAt) / 1000
  await server.stop(signal)
  isOver = true
  const { count } = await load
  const restarted = performance.now()
  server = await startServer(folder, port)
  const back = performance.now() - restarted
  const bought = await buying
  const compared = await compare(name, count, seconds, back)
  orders.push(await ordersOf(name, bought, signal === 'SIGTERM'))
  return compared
}

async function ordersOf(name: string, bought: OrderStatuses, patient: boolean): Promise<string[]> {
  const parked = [...bought.values()].filter((status) => status === 202).length
  let now = await countBooked(folder, bought)
  // Orders whose click was counted in the meantime are booked by a job that runs every minute.
  for (let left = patient ? PARKED_SECONDS : 0; now.waiting > 0 && left > 0; left -= 1) {
    await sleep(1000)
    now = await countBooked(folder, bought)
  }
  const { booked, waiting, missing, doubled } = now
  return [name, ...[bought.size, parked, booked, waiting, missing, doubled].map(String)]
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
  // A request may be counted whose answer was lost at the end of the server. There may be more
  // events than answers, but never fewer.
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
