// Measures how long analytics of thirty days take for a user with ten million clicks, compared with
// a user with ten thousand. Prints ratios from one run; it neither passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import type { AnalyticsRequest } from '#contract/analytics.ts'
import type { Person } from '#support/server/people.ts'
import { addClicksOfDays } from './money/clicks-of-days.ts'
import { freePort, startServer } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const READS = 40
const [FEW_CLICKS, MANY_CLICKS] = [10_000, Number(process.env['BENCH_CLICKS'] ?? 10_000_000)]
const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
const THIRTY = { date_from: dayOf(29), date_to: dayOf(0) }

type Read = { ms: number; totals: { clicks: number } }

const REQUESTS: [name: string, asked: AnalyticsRequest][] = [
  ['30 days by day', { ...THIRTY, group_by: 'day', page_size: 100 }],
  ['by link', { ...THIRTY, group_by: 'link', page_size: 100 }],
  ['by referrer', { ...THIRTY, group_by: 'referrer', page_size: 100 }],
  ['by source', { ...THIRTY, group_by: 'source', page_size: 100 }],
  ['by app', { ...THIRTY, group_by: 'app', page_size: 100 }],
  ['by day, one tag', { ...THIRTY, group_by: 'day', tags: ['spring'], page_size: 100 }],
]

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const server = await startServer(folder, await freePort())
const address = await runningEmbedded(folder)
if (!address) throw new Error('The database is not running')
const database = connect(address, { max: 2 })
try {
  const few = await addClicksOfDays(server.origin, database.sql, FEW_CLICKS)
  const many = await addClicksOfDays(server.origin, database.sql, MANY_CLICKS)
  await database.sql`analyze`
  const rows: string[][] = []
  const ofLink = { ...THIRTY, group_by: 'rule' } as const
  for (const [name, asked] of REQUESTS) rows.push(await compareUsers(name, asked, { few, many }))
  rows.push(await compareUsers('by rule, one link', ofLink, { few, many }))
  const [less, more] = [FEW_CLICKS.toLocaleString('en'), MANY_CLICKS.toLocaleString('en')] as const
  printTable(`${more} clicks / ${less}, over HTTP, median of ${ROUNDS} rounds of ${READS} reads`, [
    ['', 'ratio', less, more],
    ...rows,
  ])
} finally {
  await database.sql.end()
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

async function compareUsers(
  name: string,
  asked: AnalyticsRequest,
  { few, many }: { few: Person; many: Person },
): Promise<string[]> {
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = {
      few: await measureReads(few, asked, FEW_CLICKS),
      many: await measureReads(many, asked, MANY_CLICKS),
    }
    if (round > 0) rounds.push(measured)
  }
  const of = (read: (round: { few: number; many: number }) => number) => median(rounds.map(read))
  const floor = name.startsWith('30 days') ? '  (limit 2, goal 1.2)' : ''
  return [
    name,
    `${of(({ few, many }) => many / few).toFixed(2)}${floor}`,
    `${of(({ few }) => few).toFixed(1)} ms`,
    `${of(({ many }) => many).toFixed(1)} ms`,
  ]
}

/**
 * Returns the median duration in ms. Throws if the answer does not count all clicks, except when
 * filtered by tag or link.
 */
async function measureReads(
  person: Person,
  asked: AnalyticsRequest,
  clicks: number,
): Promise<number> {
  const times: number[] = []
  const link_uuid = asked.group_by === 'rule' ? await anyLink(person) : null
  for (let n = 0; n < READS; n += 1) {
    const { ms, totals } = await readOnce(person, { ...asked, link_uuid })
    times.push(ms)
    if (!asked.tags && link_uuid === null && totals.clicks !== clicks)
      throw new Error(`${totals.clicks} clicks are shown instead of ${clicks}`)
  }
  return median(times)
}

/** Reads once. At the limit of reads, waits as long as the answer says; that time is not counted. */
async function readOnce(person: Person, asked: AnalyticsRequest): Promise<Read> {
  const startedAt = performance.now()
  const answer = await person.send('POST', '/v2/my/analytics/my_links/', asked)
  if (answer.status === 429) {
    await sleep(Number(answer.headers.get('retry-after')) * 1000)
    return readOnce(person, asked)
  }
  if (!answer.ok) throw new Error(`Status ${answer.status}: ${await answer.text()}`)
  const { totals } = (await answer.json()) as { totals: { clicks: number } }
  return { totals, ms: performance.now() - startedAt }
}

async function anyLink({ uuid }: Person): Promise<string> {
  const [link] = await database.sql<{ id: string }[]>`
    select id from links where user_id = ${uuid} order by id limit 1`
  if (!link) throw new Error('the user has no link')
  return link.id
}
