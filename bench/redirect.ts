// How much slower a redirect with every click recorded is than the barest redirect on node. Figures
// are ratios measured side by side in one run; nothing here passes or fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOAD_TOOL, measure, type Measured } from './support/measured.ts'
import { freePort, startBareServer, startServer } from './support/server-process.ts'
import {
  openDatabase,
  storeDomains,
  storeLinks,
  totals,
  untilCounted,
} from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const MILLION = Number(process.env['BENCH_LINKS'] ?? 1_000_000)
const CONNECTIONS = 32
const SPREAD = 10_000

/** `behind`: seconds from the last answer until every click was counted. */
type Round = { bare: Measured; ours: Measured; behind: number }

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const options = { connections: CONNECTIONS, seconds: SECONDS }
const bare = await startBareServer(await freePort())
const port = await freePort()
let ours = await startServer(folder, port)
let sql = await openDatabase(folder)
try {
  const rows = [
    [
      '',
      'ratio',
      'bare/s',
      'ours/s',
      'p99 ratio',
      'bare p99',
      'ours p99',
      'CPU ratio',
      'counted after',
    ],
  ]
  await storeLinks(sql, 0, 100_000)
  await restart()
  await sleep(3000)
  const idle = ours.memoryMb()
  rows.push(row('100,000 links, one viral', await rounds(1)))
  await storeDomains(sql, 10_000)
  await restart()
  rows.push(row('the same, beside 10,000 own domains', await rounds(1)))
  await storeLinks(sql, 100_001, MILLION)
  await restart()
  rows.push(row(`${MILLION.toLocaleString('en')} links, one viral`, await rounds(1)))
  rows.push(
    row(`${MILLION.toLocaleString('en')} links, spread over ${SPREAD}`, await rounds(SPREAD)),
  )
  printTable(
    `Redirect with every click recorded / bare node:http, ${CONNECTIONS} connections, ${LOAD_TOOL}`,
    rows,
  )
  await ours.stop('SIGTERM')
  ours = await startServer(folder, port)
  sql = await openDatabase(folder)
  const { counted, events, hours } = await totals(sql)
  printTable('Also', [
    ['server memory, 100,000 links, idle', `${idle.toFixed(0)} MB`],
    ['clicks by counter, event and hour', `${counted} = ${events} = ${hours}`],
  ])
} finally {
  await sql.end()
  await Promise.all([bare.stop('SIGTERM'), ours.stop('SIGTERM')])
  rmSync(folder, { recursive: true, force: true })
}

/** Memory and caches as after a start. */
async function restart() {
  await sql.end()
  await ours.stop('SIGTERM')
  ours = await startServer(folder, port)
  sql = await openDatabase(folder)
}

/** Alternating, after a first round of each that is not counted. */
async function rounds(codes: number): Promise<Round[]> {
  const measured: Round[] = []
  const asked = codes === 1 ? { path: '/s/viral' } : { codes }
  for (let round = 0; round <= ROUNDS; round++) {
    const result = {
      bare: await measure(bare, asked, options),
      ours: await measure(ours, asked, options),
    }
    const ended = Date.now()
    // What is still being counted belongs to this round, and must not slow down the next one.
    await sleep(1000)
    await untilCounted(sql)
    if (round > 0) measured.push({ ...result, behind: (Date.now() - ended) / 1000 })
  }
  return measured
}

function row(name: string, measured: Round[]): string[] {
  const of = (read: (round: Round) => number) => median(measured.map(read))
  return [
    name,
    of(({ bare, ours }) => ours.perSecond / bare.perSecond).toFixed(2),
    of(({ bare }) => bare.perSecond).toFixed(0),
    of(({ ours }) => ours.perSecond).toFixed(0),
    of(({ bare, ours }) => ours.p99Ms / bare.p99Ms).toFixed(1),
    `${of(({ bare }) => bare.p99Ms).toFixed(1)} ms`,
    `${of(({ ours }) => ours.p99Ms).toFixed(1)} ms`,
    of(({ bare, ours }) => bare.cpuMicros / ours.cpuMicros).toFixed(2),
    `${of(({ behind }) => behind).toFixed(1)} s`,
  ]
}
