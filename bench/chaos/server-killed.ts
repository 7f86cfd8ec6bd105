import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/platform/db/sql.ts'
import { FLUSH_INTERVAL_MS } from '../../server/redirect/clicks/clicks.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { signUp } from '#support/server/people.ts'
import { freePort } from '../support/server-process.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import {
  totalsAgree,
  countedClicks,
  formatSeconds,
  withSql,
  type Finding,
  type World,
} from './world.ts'
import { isComplete, formatCheck, Writers } from './writers.ts'

const ROUNDS = 4
const BURST_MS = 1200
/**
 * Maximum loss in ms of clicks: the flush interval, and 400 ms for a busy machine. The duration of
 * one insert is added to it.
 */
const MAX_LOST_MS = FLUSH_INTERVAL_MS + 400

/** Kills the server with `kill -9` while users write and click, several times. */
export async function serverKilled(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  let server = await world.server(env)
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  const writers = new Writers(server.origin, ana)
  let before = await clicksOf(dataDir)
  let [answered, missing, lostMs, slowest, slowestInsert] = [0, 0, 0, 0, 0]
  let isSame = true
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false
    const startedAt = performance.now()
    const writing = writers.write(6, () => isOver)
    const clicking = clickLinks(server, links, () => isOver)
    const inserting = timeInserts(dataDir, () => isOver)
    await sleep(BURST_MS + Math.random() * 300)
    server.kill('SIGKILL')
    const ms = performance.now() - startedAt
    isOver = true
    const clicked = await clicking
    slowestInsert = Math.max(slowestInsert, await inserting)
    await server.exit()
    const killed = performance.now()
    server = await world.server(env)
    slowest = Math.max(slowest, (performance.now() - killed) / 1000)
    await writing
    const now = await clicksOf(dataDir)
    isSame &&= totalsAgree(now)
    const lost = Math.max(0, clicked.answered - (now.events - before.events))
    answered += clicked.answered
    missing += lost
    lostMs = Math.max(lostMs, (lost / clicked.answered) * ms)
    before = now
  }
  const checked = await writers.check()
  return [
    {
      fault: 'kill -9 of the server',
      done: `${ROUNDS} times during writes by 6 clients with keys`,
      mustHold: 'every acknowledged write exists once; the database opens',
      measured: `${writers.tally()}; ${formatCheck(checked)}; restarted in ${formatSeconds(slowest)}`,
      held: isComplete(checked) && writers.unexpected().length === 0,
    },
    {
      fault: '',
      done: `… and during ${answered} clicks`,
      mustHold: `at most the clicks of ${FLUSH_INTERVAL_MS} ms and one insert are lost; counters agree`,
      measured: `${missing} lost, at most ${lostMs.toFixed(0)} ms of clicks; the slowest insert took ${slowestInsert.toFixed(0)} ms`,
      held: lostMs <= MAX_LOST_MS + slowestInsert && isSame,
    },
  ]
}

/** Returns the duration of the slowest insert in ms, without the one interrupted by the kill. */
async function timeInserts(dataDir: string, isOver: () => boolean): Promise<number> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running')
  let slowest = 0
  const insert = async (sql: Sql) => {
    await sql`create table if not exists chaos_probe (at timestamptz)`
    while (!isOver()) {
      const startedAt = performance.now()
      await sql`insert into chaos_probe values (now())`
      slowest = Math.max(slowest, performance.now() - startedAt)
      await sleep(50)
    }
  }
  await withSql(address, insert).catch(() => {})
  return slowest
}

async function clicksOf(dataDir: string) {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running')
  return countedClicks(address)
}
