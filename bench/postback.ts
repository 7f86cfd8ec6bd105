// Measures orders sent by shops, compared with plain inserts into the same database, and the
// balance of a user with a million entries. Prints ratios from one run; it neither passes nor
// fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { addBalances, readBalance } from './money/balances.ts'
import { insertSingleRows, insertOrderRows, makeBareTables } from './money/bare-inserts.ts'
import { openShops, sendOrders } from './money/orders.ts'
import { freePort, startServer } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const CONNECTIONS = 10
const READS = 200
const [FEW, MANY] = [1000, Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)]

/** Orders per second by way of writing them. */
type Round = { postbacks: number; singleRows: number; orderRows: number }

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const server = await startServer(folder, await freePort())
const address = await runningEmbedded(folder)
if (!address) throw new Error('The database is not running')
const database = connect(address, { max: CONNECTIONS })
try {
  await reportOrders()
  await reportBalances()
} finally {
  await database.sql.end()
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

async function reportOrders() {
  const shops = await openShops(database, folder)
  await makeBareTables(database.sql)
  const rounds: Round[] = []
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const limits = { connections: CONNECTIONS, seconds: SECONDS }
    const measured = {
      singleRows: await insertSingleRows(database.pool, limits),
      orderRows: await insertOrderRows(database.pool, limits),
      postbacks: await sendOrders(server.origin, shops, limits),
    }
    if (round > 0) rounds.push(measured)
  }
  const medianOf = (read: (round: Round) => number) => median(rounds.map(read))
  printTable(`Orders per second, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`, [
    ['', 'per second', 'ours / bare'],
    ['postbacks, each booked and committed', medianOf(({ postbacks }) => postbacks).toFixed(0), ''],
    [
      'plain inserts of the same rows, one transaction per order',
      medianOf(({ orderRows }) => orderRows).toFixed(0),
      `${medianOf(({ postbacks, orderRows }) => postbacks / orderRows).toFixed(2)}  (limit 0.4, goal 0.7)`,
    ],
    [
      'plain inserts of one row, one transaction each',
      medianOf(({ singleRows }) => singleRows).toFixed(0),
      medianOf(({ postbacks, singleRows }) => postbacks / singleRows).toFixed(2),
    ],
  ])
}

async function reportBalances() {
  const reachable = { origin: server.origin }
  const few = await addBalances(reachable, database, FEW)
  const many = await addBalances(reachable, database, MANY)
  await database.sql`analyze ledger_entries`
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { few: await readBalance(few, READS), many: await readBalance(many, READS) }
    if (round > 0) rounds.push(measured)
  }
  const medianOf = (read: (round: { few: number; many: number }) => number) =>
    median(rounds.map(read))
  printTable(`A balance over HTTP, median of ${READS} reads, median of ${ROUNDS} rounds`, [
    [`${FEW.toLocaleString('en')} entries`, `${medianOf(({ few }) => few).toFixed(2)} ms`, ''],
    [
      `${MANY.toLocaleString('en')} entries`,
      `${medianOf(({ many }) => many).toFixed(2)} ms`,
      `${medianOf(({ few, many }) => many / few).toFixed(2)}  (limit 1.5, goal 1.1)`,
    ],
  ])
}
