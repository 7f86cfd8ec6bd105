import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { haproxyProgram, startHaproxy } from '#support/server/hosts/haproxy.ts'
import { addLink, linkPath } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { freePort } from '../support/server-process.ts'
import { Postgres } from './postgres.ts'
import { click, makeLinks } from './redirects.ts'
import { agree, countedClicks, isRunning, isWell, secondsUntil, shown, withSql } from './world.ts'
import type { Finding, World } from './world.ts'
import { isWhole, told, Writers } from './writers.ts'

/** The proxy asks each of them on the same port, so that they need addresses of their own. */
const HOSTS: [string, string] = ['127.0.0.11', '127.0.0.12']
const PATRONI_PORT = 8008
/** In place of Patroni's ttl, which is 20 s. */
const LEADERLESS_MS = 5000
const LOADED_MS = 3000
const AT_ONCE_SECONDS = 0.5

/**
 * Two servers behind deploy/haproxy.cfg, which also leads them to the leader of two PostgreSQL with
 * synchronous replication. The leader loses its power under load, and the standby is promoted.
 */
export async function standbyPromoted(world: World): Promise<Finding[]> {
  if (haproxyProgram === undefined || process.platform !== 'linux') return [SKIPPED]
  const { leader, standby } = await Postgres.pair(world, HOSTS)
  const first = await answerAsPatroni(world, HOSTS[0], true)
  const second = await answerAsPatroni(world, HOSTS[1], false)
  const ports: [string, string] = [String(await freePort()), String(await freePort())]
  const proxy = await startHaproxy(ports, [leader.place, standby.place])
  world.onClose(() => proxy.stop())
  const DATABASE_URL = `postgresql://split@127.0.0.1:${proxy.databasePort}/split`
  // Until it has asked both the proxy takes either for the leader, in turn.
  await secondsUntil(async () => (await isLeader(DATABASE_URL)) && isLeader(DATABASE_URL))
  const [a, b] = await startBoth(world, ports, DATABASE_URL)
  await secondsUntil(() => proxy.bothRun())
  const ana = await signUp(a)
  const links = await makeLinks(ana)
  for (const { short_code } of links)
    for (const server of [a, b]) await server.request('GET', `/s/${short_code}`)
  const writers = new Writers(proxy.origin, ana)
  let isOver = false
  const writing = writers.write(6, () => isOver)
  const clicking = click(proxy, links, () => isOver)
  await sleep(LOADED_MS)
  first.isLeader = false
  await leader.powerOff()
  const before = writers.acknowledged().size
  await sleep(LEADERLESS_MS)
  await standby.promote()
  second.isLeader = true
  const back = await secondsUntil(async () => (await isWell(a)) && (await isWell(b)))
  await sleep(LOADED_MS)
  isOver = true
  await writing
  const clicked = await clicking
  const expected = clicked.answered + links.length * 2
  let now = await countedClicks(standby.address)
  await secondsUntil(async () => {
    now = await countedClicks(standby.address)
    return now.events >= expected
  }, 20)
  const checked = await writers.check()
  return [
    {
      fault: 'a standby promoted under load',
      done: `the leader of two loses its power, its standby leads after ${LEADERLESS_MS / 1000} s: 6 clients write on`,
      mustHold: 'what was acknowledged is there, once; 503 with retry_after meanwhile',
      measured: `${writers.tally()}; ${told(checked)} (${before} by the old leader); well again ${shown(back)} after the promotion`,
      held:
        isRunning(a) &&
        isRunning(b) &&
        back !== null &&
        before > 0 &&
        isWhole(checked) &&
        writers.vague === 0 &&
        writers.unexpected().length === 0,
    },
    {
      fault: '',
      done: '… clicks on known links',
      mustHold: 'all redirected from memory, all counted later',
      measured: `${clicked.answered} redirected, ${clicked.other + clicked.none} not, ${now.events - links.length * 2} counted; slowest ${clicked.slowestMs.toFixed(0)} ms`,
      held: clicked.other + clicked.none === 0 && now.events === expected && agree(now),
    },
    await editSeen(ana, b),
  ]
}

const SKIPPED: Finding = {
  fault: 'a standby promoted under load',
  done: 'nothing: it takes HAProxy, and Linux for more addresses of one machine',
  mustHold: '',
  measured: 'not tried',
  held: true,
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

/** Tells the proxy whether its PostgreSQL is the leader. */
async function answerAsPatroni(world: World, host: string, isLeader: boolean) {
  const state = { isLeader }
  const server = createServer((_, response) => {
    response.writeHead(state.isLeader ? 200 : 503).end()
  })
  await once(server.listen(PATRONI_PORT, host), 'listening')
  world.onClose(() => {
    server.close()
    server.closeAllConnections()
  })
  return state
}

async function editSeen(ana: Person, b: Process): Promise<Finding> {
  const link = await addLink(ana, 'http://127.0.0.1:9/before')
  const target = async () =>
    (await b.request('GET', `/s/${link.short_code}`)).headers.get('location')
  await target()
  const url = 'http://127.0.0.1:9/after'
  await ana.send('PATCH', linkPath(link), { url })
  const seconds = await secondsUntil(async () => (await target()) === url, 5)
  return {
    fault: '',
    done: '… then a link edited on A',
    mustHold: 'B leads to the new target at once',
    measured: seconds === null ? 'never' : `after ${(seconds * 1000).toFixed(0)} ms`,
    held: seconds !== null && seconds < AT_ONCE_SECONDS,
  }
}
