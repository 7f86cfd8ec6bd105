import { setTimeout as sleep } from 'node:timers/promises'
import { startHaproxy } from '#support/server/hosts/haproxy.ts'
import { addLink, linkPath } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { freePort } from '../support/server-process.ts'
import { makeLinks } from './redirects.ts'
import { totalsAgree, isRunning, isHealthy, secondsUntil, formatSeconds, withSql } from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck, Writers } from './writers.ts'
import { clicksCounted, startLoad } from './load.ts'

const LOAD_MS = 3000
const MAX_DELAY_SECONDS = 0.5

/** Two PostgreSQL servers with synchronous replication. */
export type ReplicatedPair = {
  /** Host and port of both, for the proxy. */
  places: [string, string]
  /** User name and password with which the Split servers connect. */
  login: string
  /** Stops the leader. */
  lose(): Promise<unknown>
  /** Waits until the other server leads. */
  promote(): Promise<unknown>
}

/**
 * Tests two servers behind deploy/haproxy.cfg, which also forwards database connections to the
 * leader. The leader is lost under load, and the standby takes over.
 */
export async function leaderLost(
  world: World,
  pair: ReplicatedPair,
  description: Pick<Finding, 'fault' | 'done'>,
): Promise<Finding[]> {
  const ports: [string, string] = [String(await freePort()), String(await freePort())]
  const proxy = await startHaproxy(ports, pair.places)
  world.onClose(() => proxy.stop())
  const DATABASE_URL = `postgresql://${pair.login}@127.0.0.1:${proxy.databasePort}/split`
  // Before its first health checks, the proxy connects to both databases in turn. Two connections
  // to the leader in a row show that the proxy knows which one leads.
  await secondsUntil(async () => (await isLeader(DATABASE_URL)) && isLeader(DATABASE_URL))
  const [a, b] = await startBoth(world, ports, DATABASE_URL)
  await secondsUntil(() => proxy.bothRun())
  const ana = await signUp(a)
  const links = await makeLinks(ana)
  for (const { short_code } of links)
    for (const server of [a, b]) await server.request('GET', `/s/${short_code}`)
  const writers = new Writers(proxy.origin, ana)
  const load = startLoad(proxy, writers, links)
  await sleep(LOAD_MS)
  await pair.lose()
  const writtenBefore = writers.acknowledged().size
  const lostAt = performance.now()
  await pair.promote()
  const leaderlessSeconds = (performance.now() - lostAt) / 1000
  const secondsToHealth = await secondsUntil(
    async () => (await isHealthy(a)) && (await isHealthy(b)),
  )
  await sleep(LOAD_MS)
  const clicked = await load.stop()
  const clicksBefore = links.length * 2
  const expected = clicked.answered + clicksBefore
  const totals = await clicksCounted(async () => ({ url: DATABASE_URL }), expected)
  const checked = await writers.check()
  return [
    {
      ...description,
      mustHold: 'every acknowledged write exists once; 503 with retry_after during the fault',
      measured: `${writers.tally()}; ${formatCheck(checked)} (${writtenBefore} by the old leader); new leader after ${formatSeconds(leaderlessSeconds)}, both servers healthy ${formatSeconds(secondsToHealth)} later`,
      held:
        isRunning(a) &&
        isRunning(b) &&
        secondsToHealth !== null &&
        writtenBefore > 0 &&
        isComplete(checked) &&
        writers.vague === 0 &&
        writers.unexpected().length === 0,
    },
    {
      fault: '',
      done: '… clicks on known links',
      mustHold: 'all redirected from memory and counted later',
      measured: `${clicked.answered} redirected, ${clicked.other + clicked.none} not, ${totals.events - clicksBefore} counted; slowest ${clicked.slowestMs.toFixed(0)} ms`,
      held: clicked.other + clicked.none === 0 && totals.events === expected && totalsAgree(totals),
    },
    await editReachesOtherServer(ana, b),
  ]
}

async function startBoth(
  world: World,
  [portOfA, portOfB]: [string, string],
  DATABASE_URL: string,
): Promise<[Process, Process]> {
  const folder = world.folder()
  const a = await world.server({ DATA_DIR: folder, DATABASE_URL, PORT: portOfA })
  const DATA_DIR = world.folderBeside(folder)
  return [a, await world.server({ DATA_DIR, DATABASE_URL, PORT: portOfB })]
}

async function isLeader(url: string): Promise<boolean> {
  const [row] = await withSql(
    { url },
    (sql) => sql<{ leads: boolean }[]>`select not pg_is_in_recovery() as leads`,
  )
  return row?.leads ?? false
}

/** Edits a link on one server and measures when the other one redirects to the new target. */
async function editReachesOtherServer(ana: Person, b: Process): Promise<Finding> {
  const link = await addLink(ana, 'http://127.0.0.1:9/before')
  const target = async () =>
    (await b.request('GET', `/s/${link.short_code}`)).headers.get('location')
  await target()
  const url = 'http://127.0.0.1:9/after'
  await ana.send('PATCH', linkPath(link), { url })
  const seconds = await secondsUntil(async () => (await target()) === url, 5)
  return {
    fault: '',
    done: '… then a link is edited on A',
    mustHold: 'B redirects to the new target at once',
    measured: seconds === null ? 'never' : `after ${(seconds * 1000).toFixed(0)} ms`,
    held: seconds !== null && seconds < MAX_DELAY_SECONDS,
  }
}
