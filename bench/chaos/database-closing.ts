import { setTimeout as sleep } from 'node:timers/promises'
import { ClosingProxy } from '#support/server/hosts/closing-proxy.ts'
import { Postgres } from './postgres.ts'
import { isHealthy, secondsUntil, formatSeconds } from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck } from './writers.ts'
import { clickFinding, clicksCounted, startUserLoad, wroteWithin } from './load.ts'

const CLOSED_MS = 60_000
/** Limit in ms for an answer: the limit for a connection, plus time for a busy machine. */
const SLOWEST_MS = 10_000
/**
 * Maximum number of connection attempts per second. Pools of requests, jobs and clicks and the
 * listener each try twice a second.
 */
const MAX_TRIES_PER_SECOND = 20

/**
 * Tests a proxy in front of PostgreSQL that accepts connections and closes them at once, like a
 * proxy without a primary.
 */
export async function databaseClosing(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const url = new URL(postgres.url)
  const proxy = new ClosingProxy({ host: url.hostname, port: Number(url.port) })
  world.onClose(() => proxy.stop())
  url.port = String(await proxy.listen())
  const server = await world.server({ DATA_DIR: world.folder(), DATABASE_URL: url.href })
  const load = await startUserLoad(server)
  const { links, writers } = load
  await sleep(1000)
  proxy.close()
  await sleep(CLOSED_MS)
  const tries = proxy.refused
  proxy.reopen()
  const back = await secondsUntil(() => isHealthy(server))
  await sleep(1000)
  const clicked = await load.stop()
  const now = await clicksCounted(async () => postgres.address, clicked.answered + links.length)
  const checked = await writers.check()
  const refused = writers.statuses.get('503') ?? 0
  return [
    {
      fault: `PostgreSQL closes connections, ${CLOSED_MS / 1000} s`,
      done: 'API: 6 clients keep writing',
      mustHold:
        'the server keeps running; 503 with retry_after within seconds; no acknowledged write is lost',
      measured: `${writers.tally()}, slowest ${formatSeconds(writers.slowestMs / 1000)}; ${formatCheck(checked)}; recovered in ${formatSeconds(back)}`,
      held:
        back !== null &&
        refused > 0 &&
        isComplete(checked) &&
        wroteWithin(server, writers, SLOWEST_MS),
    },
    {
      fault: '',
      done: 'connection attempts',
      mustHold: `fewer than ${MAX_TRIES_PER_SECOND} per second`,
      measured: `${((tries * 1000) / CLOSED_MS).toFixed(1)} per second`,
      held: tries > 0 && tries < (MAX_TRIES_PER_SECOND * CLOSED_MS) / 1000,
    },
    clickFinding(clicked, now, links.length),
  ]
}
