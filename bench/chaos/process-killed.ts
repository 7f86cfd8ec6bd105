import { setTimeout as sleep } from 'node:timers/promises'
import { readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { inTurn, metric, workerPids } from '#support/server/processes/many-processes.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { ClickTally } from './click-tally.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { countedClicks, formatSeconds, secondsUntil } from './world.ts'
import type { Finding, World } from './world.ts'

const ROUNDS = 4
const BURST_MS = 1500
/** Connections that a killed process may break: those of all visitors. */
const MAX_BROKEN = 8

/** Kills one of two processes with `kill -9` while visitors click, several times. */
export async function processKilled(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const server = await world.server({ DATA_DIR: dataDir, CORES: '2' })
  // A new connection for each request never belongs to a killed process.
  const front = inTurn(server)
  const ana = await signUp(front)
  const links = await makeLinks(ana)
  const clicks = async () => {
    // All processes store their clicks before this answer.
    if (links[0]) await readLink(ana, links[0])
    const address = await runningEmbedded(dataDir)
    if (!address) throw new Error('The database is not running')
    return countedClicks(address)
  }
  const processCount = () => metric(front, 'split_processes').catch(() => 0)
  const tally = await ClickTally.start(clicks)
  let broken = 0
  let slowest: number | null = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false
    const clicking = clickLinks(server, links, () => isOver)
    await sleep(BURST_MS + Math.random() * 300)
    const killed = workerPids(server)[round % 2] ?? 0
    process.kill(killed, 'SIGKILL')
    const isReplaced = async () =>
      !workerPids(server).includes(killed) && (await processCount()) === 2
    const seconds = await secondsUntil(isReplaced)
    slowest = seconds === null || slowest === null ? null : Math.max(slowest, seconds)
    isOver = true
    const clicked = await clicking
    await tally.add(clicked)
    broken = Math.max(broken, clicked.other + clicked.none)
  }
  return [
    {
      fault: 'kill -9 of one process',
      done: `one of two, ${ROUNDS} times during ${tally.answered} clicks`,
      mustHold: 'it is replaced; only its own connections break',
      measured: `replaced in ${formatSeconds(slowest)}; at most ${broken} broken connections`,
      held: slowest !== null && broken <= MAX_BROKEN,
    },
    tally.finding('… and the clicks'),
  ]
}
