import { setTimeout as sleep } from 'node:timers/promises'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { signUp } from '#support/server/people.ts'
import { freePort } from '../support/server-process.ts'
import { ClickTally } from './click-tally.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { countedClicks, formatSeconds, type Finding, type World } from './world.ts'
import { isComplete, formatCheck, Writers } from './writers.ts'

const ROUNDS = 4
const BURST_MS = 1200

/** Kills the server with `kill -9` while users write and click, several times. */
export async function serverKilled(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  let server = await world.server(env)
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  const writers = new Writers(server.origin, ana)
  const tally = await ClickTally.start(() => clicksOf(dataDir))
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false
    const writing = writers.write(6, () => isOver)
    const clicking = clickLinks(server, links, () => isOver)
    await sleep(BURST_MS + Math.random() * 300)
    server.kill('SIGKILL')
    isOver = true
    const clicked = await clicking
    await server.exit()
    const killed = performance.now()
    server = await world.server(env)
    slowest = Math.max(slowest, (performance.now() - killed) / 1000)
    await writing
    await tally.add(clicked)
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
    tally.finding(`… and during ${tally.answered} clicks`),
  ]
}

async function clicksOf(dataDir: string) {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running')
  return countedClicks(address)
}
