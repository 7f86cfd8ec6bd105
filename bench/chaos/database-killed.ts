import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { signUp } from '#support/server/people.ts'
import { processes } from '#support/server/processes/processes.ts'
import type { Process } from '#support/server/processes/process.ts'
import { Postgres } from './postgres.ts'
import { makeLinks } from './redirects.ts'
import {
  totalsAgree,
  countedClicks,
  isRunning,
  isHealthy,
  secondsUntil,
  formatSeconds,
} from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck, Writers } from './writers.ts'
import { startLoad } from './load.ts'

type Address = Parameters<typeof countedClicks>[0]

/**
 * Kills PostgreSQL with `kill -9` while users write and click: the embedded server, one of its
 * processes, and an external server.
 */
export async function databaseKilled(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const embedded = await world.server({ DATA_DIR: dataDir })
  const whereEmbedded = async () => {
    const address = await runningEmbedded(dataDir)
    if (!address) throw new Error('The embedded database is not running')
    return address
  }
  const pidOf = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const findings = [
    await underLoad(embedded, whereEmbedded, {
      fault: 'kill -9 of PostgreSQL',
      done: 'the embedded server, twice',
      times: 2,
      strike: async () => void process.kill(pidOf(), 'SIGKILL'),
    }),
    await underLoad(embedded, whereEmbedded, {
      fault: '',
      done: 'one of its processes while it works, twice',
      times: 2,
      strike: async () => killBackend(pidOf()),
    }),
  ]
  const postgres = await Postgres.start(world)
  const server = await world.server({ DATA_DIR: world.folder(), DATABASE_URL: postgres.url })
  findings.push(
    await underLoad(server, async () => postgres.address, {
      fault: '',
      done: 'an external server, twice, for a second each',
      times: 2,
      async strike() {
        await postgres.end('SIGKILL')
        await sleep(1000)
        await postgres.start()
      },
    }),
  )
  return findings
}

/** Kills the process of the newest connection. PostgreSQL then closes all others and recovers. */
function killBackend(postmaster: number) {
  const backends = processes().filter(
    ({ parent, command }) =>
      parent === postmaster && /split split .*(idle|INSERT|COMMIT)/.test(command),
  )
  const last = backends.at(-1)
  if (last) process.kill(last.pid, 'SIGKILL')
}

type FaultAction = { fault: string; done: string; times: number; strike: () => Promise<void> }

async function underLoad(
  server: Process,
  where: () => Promise<Address>,
  { fault, done, times, strike }: FaultAction,
): Promise<Finding> {
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  const earlier = await countedClicks(await where())
  for (const { short_code } of links) await server.request('GET', `/s/${short_code}`)
  const writers = new Writers(server.origin, ana)
  await secondsUntil(
    async () => (await countedClicks(await where())).events >= earlier.events + links.length,
  )
  const before = await countedClicks(await where())
  const load = startLoad(server, writers, links)
  let back: number | null = 0
  for (let n = 0; n < times; n += 1) {
    await sleep(1000)
    await strike()
    const seconds = await secondsUntil(() => isHealthy(server))
    back = seconds === null || back === null ? null : Math.max(back, seconds)
  }
  await sleep(1000)
  const clicked = await load.stop()
  let now = await countedClicks(await where())
  await secondsUntil(async () => {
    now = await countedClicks(await where())
    return now.events - before.events >= clicked.answered
  }, 20)
  const checked = await writers.check()
  const clicks = now.events - before.events
  return {
    fault,
    done,
    mustHold:
      'the server keeps running; every acknowledged write exists once; links work, every click is counted',
    measured: `${writers.tally()}; ${formatCheck(checked)}; recovered in ${formatSeconds(back)}; ${clicked.answered} clicks redirected, ${clicked.other + clicked.none} not, ${clicks} counted`,
    held:
      isRunning(server) &&
      isComplete(checked) &&
      back !== null &&
      writers.unexpected().length === 0 &&
      writers.vague === 0 &&
      clicks === clicked.answered &&
      clicked.other + clicked.none === 0 &&
      totalsAgree(now),
  }
}
