// Measures redirects with every click recorded, compared with a minimal redirect on Node. Prints
// ratios from one run; it neither passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOAD_TOOL, measure, type Measured } from './support/measured.ts'
import type { LoadTarget } from './support/wrk.ts'
import { freePort, startBareServer, startServer } from './support/server-process.ts'
import { corePlan, describePlan, processRows } from './support/process-rounds.ts'
import {
  openDatabase,
  storeBrandLinks,
  storeDomains,
  storeLinks,
  storeRuleLinks,
  totals,
  untilCounted,
} from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const LINKS = Number(process.env['BENCH_LINKS'] ?? 1_000_000)
const CONNECTIONS = 32
/** Number of links, or of domains with one link each, over which requests are spread. */
const SPREAD = 10_000
/** Number of links with rules. Few enough that all of them stay in memory. */
const RULE_LINKS = 2000

/** `behind` is the number of seconds from the last answer until all clicks were counted. */
type Round = { bare: Measured; ours: Measured; behind: number }
type PairRound = { one: Measured; other: Measured }
const ONE: LoadTarget = { path: '/s/viral' }
const MANY: LoadTarget = { codes: SPREAD }
const OWN: LoadTarget = { domains: SPREAD }
const BRANDED: LoadTarget = { codes: SPREAD, kind: 'brand' }
const LONG: LoadTarget = { codes: SPREAD, kind: 'long' }
const RULES: LoadTarget = { codes: RULE_LINKS, kind: 'rules' }
const NO_RULES: LoadTarget = { codes: RULE_LINKS }

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const options = { connections: CONNECTIONS, seconds: SECONDS }
/**
 * Small differences are measured with many short rounds, because the speed of a machine varies by a
 * fifth.
 */
const SHORT = { connections: CONNECTIONS, seconds: Math.ceil(SECONDS / 2) }
const PAIRS = 4 * ROUNDS
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
  rows.push(row('100,000 links, one viral', await rounds(ONE)))
  await storeDomains(sql, SPREAD)
  await restart()
  rows.push(row('the same, with 10,000 own domains', await rounds(ONE)))
  await clickAll(OWN, MANY)
  const own = pairRow(await pairRounds(OWN, MANY))
  await storeBrandLinks(sql, SPREAD)
  await restart()
  await clickAll(BRANDED, LONG)
  const branded = pairRow(await pairRounds(BRANDED, MANY))
  const asLong = pairRow(await pairRounds(BRANDED, LONG))
  await storeRuleLinks(sql, RULE_LINKS)
  await restart()
  await clickAll(RULES, NO_RULES)
  const ruled = pairRow(await pairRounds(RULES, NO_RULES))
  await storeLinks(sql, 100_001, LINKS)
  await restart()
  rows.push(row(`${LINKS.toLocaleString('en')} links, one viral`, await rounds(ONE)))
  rows.push(row(`${LINKS.toLocaleString('en')} links, spread over ${SPREAD}`, await rounds(MANY)))
  printTable(
    `Redirect with every click recorded / bare node:http, ${CONNECTIONS} connections, ${LOAD_TOOL}`,
    rows,
  )
  printTable(`Links on ${SPREAD} own domains / on the main host, ${SPREAD} links each`, [
    ['ratio', 'own/s', 'main/s', 'p99 ratio', 'CPU ratio'],
    own,
  ])
  printTable(
    `Links to a brand, with a click id / without a brand, ${SPREAD} links each (limit 0.95)`,
    [
      ['', 'ratio', 'brand/s', 'none/s', 'p99 ratio', 'CPU ratio'],
      ['URL without an id', ...branded],
      ['URL of the same length', ...asLong],
    ],
  )
  printTable(`Links with five rules / without rules, ${RULE_LINKS} links each (limit 0.9)`, [
    ['ratio', 'rules/s', 'none/s', 'p99 ratio', 'CPU ratio'],
    ruled,
  ])
  await sql.end()
  await ours.stop('SIGTERM')
  const seconds = SECONDS
  printTable(
    `One and two processes, links spread over ${SPREAD}; ${describePlan(corePlan())}`,
    await processRows(MANY, { folder, port, rounds: ROUNDS, seconds }),
  )
  ours = await startServer(folder, port)
  sql = await openDatabase(folder)
  const { counted, events, hours } = await totals(sql)
  printTable('Other figures', [
    ['server memory, 100,000 links, idle', `${idle.toFixed(0)} MB`],
    ['clicks by counter = events = by hour', `${counted} = ${events} = ${hours}`],
  ])
} finally {
  await sql.end()
  await Promise.all([bare.stop('SIGTERM'), ours.stop('SIGTERM')])
  rmSync(folder, { recursive: true, force: true })
}

/** Restarts the server, so that its memory and caches are as after a start. */
async function restart() {
  await sql.end()
  await ours.stop('SIGTERM')
  ours = await startServer(folder, port)
  sql = await openDatabase(folder)
}

/** Measures both servers alternately. The first round is a warm-up and is not counted. */
async function rounds(target: LoadTarget): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const result = {
      bare: await measure(bare, target, options),
      ours: await measure(ours, target, options),
    }
    const ended = Date.now()
    await settle()
    if (round > 0) measured.push({ ...result, behind: (Date.now() - ended) / 1000 })
  }
  return measured
}

/**
 * Compares two kinds of links on one server. Alternates which one comes first. The first round is a
 * warm-up and is not counted.
 */
async function pairRounds(one: LoadTarget, other: LoadTarget): Promise<PairRound[]> {
  const measured: PairRound[] = []
  for (let round = 0; round <= PAIRS; round++) {
    const isOneFirst = round % 2 === 0
    const first = await measureShort(isOneFirst ? one : other)
    const second = await measureShort(isOneFirst ? other : one)
    const result = isOneFirst ? { one: first, other: second } : { one: second, other: first }
    if (round > 0) measured.push(result)
  }
  return measured
}

/**
 * Clicks links of several kinds before they are compared. The first click of a link reads it and
 * creates its rows.
 */
async function clickAll(...kinds: LoadTarget[]) {
  for (let round = 0; round <= ROUNDS; round++) for (const kind of kinds) await measureShort(kind)
}

/** Measures our server in a short round, and waits until its clicks are counted. */
async function measureShort(target: LoadTarget): Promise<Measured> {
  const load = await measure(ours, target, SHORT)
  await settle()
  return load
}

/** Waits until all clicks are counted, so that counting does not slow down the next round. */
async function settle() {
  await sleep(1000)
  await untilCounted(sql)
}

function pairRow(measured: PairRound[]): string[] {
  const of = (read: (round: PairRound) => number) => median(measured.map(read))
  return [
    of(({ one, other }) => one.perSecond / other.perSecond).toFixed(2),
    of(({ one }) => one.perSecond).toFixed(0),
    of(({ other }) => other.perSecond).toFixed(0),
    of(({ one, other }) => one.p99Ms / other.p99Ms).toFixed(1),
    of(({ one, other }) => other.cpuMicros / one.cpuMicros).toFixed(2),
  ]
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
