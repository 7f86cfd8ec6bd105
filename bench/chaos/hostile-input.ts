import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { memoryMb } from '../support/server-process.ts'
import { Postgres } from './postgres.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { isRunning, isHealthy, type Finding, type World } from './world.ts'

const ATTACK_MS = 15_000
const ATTACKERS = 6
const NAME_COUNT = 60
const LONG_LENGTH = 100_000
/** Number of dots in one cell, to make a backtracking pattern slow. */
const DOT_COUNT = 60_000
const MAX_GROWTH_MB = 300
/** Maximum response time for visitors, on a machine that also runs the attack. */
const MAX_RESPONSE_MS = 5000

/** Sends input that costs the server more than the sender, from signed-in users. */
export async function hostileInput(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const server = await world.server({ DATA_DIR: world.folder(), DATABASE_URL: postgres.url })
  const links = await makeLinks(await signUp(server))
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => signUp(server)))
  const end = Date.now() + ATTACK_MS
  const isOver = () => Date.now() > end
  const memory = measureGrowth([() => memoryMb(server.pid), () => postgres.memoryMb()], isOver)
  const health = countUnhealthy(server, isOver)
  const clicking = clickLinks(server, links, isOver)
  const statuses = await Promise.all(attackers.map((attacker) => attack(server, attacker, isOver)))
  const [clicked, unhealthy, [serverMb = 0, databaseMb = 0]] = await Promise.all([
    clicking,
    health,
    memory,
  ])
  const counts = countStatuses(statuses.flat())
  const failed = [...counts].filter(([status]) => !(Number(status) < 500))
  return [
    {
      fault: 'hostile input',
      done: `${ATTACKERS} clients: ${NAME_COUNT} names in a search, texts of ${LONG_LENGTH.toLocaleString('en')} characters, a cell of ${DOT_COUNT.toLocaleString('en')} dots`,
      mustHold: 'no 5xx and no broken connection; memory stays bounded',
      measured: `${[...counts].map(([status, times]) => `${times}×${status}`).join(' ')}; memory grows by at most ${serverMb.toFixed(0)} MB (server) and ${databaseMb.toFixed(0)} MB (PostgreSQL)`,
      held:
        isRunning(server) &&
        failed.length === 0 &&
        serverMb < MAX_GROWTH_MB &&
        databaseMb < MAX_GROWTH_MB,
    },
    {
      fault: '',
      done: 'redirects and /healthz at the same time',
      mustHold: 'all redirected quickly; always healthy',
      measured: `${clicked.answered} redirected, ${clicked.other + clicked.none} not, slowest ${clicked.slowestMs.toFixed(0)} ms; unhealthy ${unhealthy} times`,
      held:
        clicked.answered > 0 &&
        clicked.other + clicked.none === 0 &&
        clicked.slowestMs < MAX_RESPONSE_MS &&
        unhealthy === 0,
    },
  ]
}

/** Sends all requests repeatedly, one after the other. Returns the statuses. */
async function attack(server: Process, person: Person, isOver: () => boolean): Promise<string[]> {
  const statuses: string[] = []
  while (!isOver())
    for (const send of ATTACKS) {
      const answer = await send(server, person).catch(() => undefined)
      statuses.push(String(answer?.status ?? 'cut off'))
      await answer?.arrayBuffer().catch(() => undefined)
    }
  return statuses
}

type AttackRequest = (server: Process, person: Person) => Promise<Response>

const names = Array.from({ length: NAME_COUNT }, (_, n) => `Collection ${n}`)
const search =
  (body: object): AttackRequest =>
  (_, person) =>
    person.send('POST', `${LINKS}search/`, body)

const ATTACKS: AttackRequest[] = [
  search({ regular_collection_names: names }),
  search({ q: Array.from({ length: 66 }, (_, n) => (n + 36).toString(36)).join(' ') }),
  ...['/', '.', ':', ',', '[', '"', '-', ' ', '\ud83d'].flatMap((one): AttackRequest[] => [
    search({ q: one.repeat(LONG_LENGTH), domain: one.repeat(LONG_LENGTH) }),
    (_, person) => person.send('POST', LINKS, { url: `https://${one.repeat(LONG_LENGTH)}` }),
  ]),
  (_, person) => person.send('PATCH', LINKS, { uuids: Array(40_000).fill('x'), tags: [] }),
  (server, { token }) => {
    const form = new FormData()
    form.set(
      'file',
      new File([`url,name\nhttps://a.example/,${'.'.repeat(DOT_COUNT)}\n`], 'links.csv'),
    )
    const init = { method: 'POST', headers: { [TOKEN_HEADER]: token }, body: form }
    return fetch(`${server.origin}${LINKS}import/?dry_run=true`, init)
  },
]

function countStatuses(statuses: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

/** Returns the maximum increase of each measure. */
async function measureGrowth(measures: (() => number)[], isOver: () => boolean): Promise<number[]> {
  const before = measures.map((measure) => measure())
  const highest = [...before]
  while (!isOver()) {
    for (const [n, measure] of measures.entries()) highest[n] = Math.max(highest[n] ?? 0, measure())
    await sleep(100)
  }
  return highest.map((mb, n) => mb - (before[n] ?? 0))
}

/** Returns how often the server was unhealthy. */
async function countUnhealthy(server: Process, isOver: () => boolean): Promise<number> {
  let unhealthy = 0
  while (!isOver()) {
    if (!(await isHealthy(server).catch(() => false))) unhealthy += 1
    await sleep(250)
  }
  return unhealthy
}
