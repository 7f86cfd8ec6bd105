import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '#support/server/people.ts'
import { metric, workerPids } from '#support/server/processes/many-processes.ts'
import { FLUSH_INTERVAL_MS } from '../../server/redirect/clicks/clicks.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { countedClicks, formatSeconds, secondsUntil, totalsAgree } from './world.ts'
import type { Finding, World } from './world.ts'

const ROUNDS = 4
const BURST_MS = 1500
/** Maximum loss in ms of clicks: the flush interval, and 400 ms for a busy machine. */
const MAX_LOST_MS = FLUSH_INTERVAL_MS + 400
/** Connections that a killed process may break: those of all visitors. */
const MAX_BROKEN = 8

/** Kills one of two processes with `kill -9` while visitors click, several times. */
export async function processKilled(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const server = await world.server({ DATA_DIR: dataDir, CORES: '2' })
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  const clicks = async () => {
    const address = await runningEmbedded(dataDir)
    if (!address) throw new Error('The database is not running')
    return countedClicks(address)
  }
  const processCount = () => metric(server, 'split_processes').catch(() => 0)
  let [answered, lost, lostMs, broken] = [0, 0, 0, 0]
  let slowest: number | null = 0
  let isSame = true
  let before = await clicks()
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false
    const startedAt = performance.now()
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
    const ms = performance.now() - startedAt
    const now = await clicks()
    isSame &&= totalsAgree(now)
    const missing = Math.max(0, clicked.answered - (now.events - before.events))
    answered += clicked.answered
    lost += missing
    lostMs = Math.max(lostMs, (missing / clicked.answered) * ms)
    broken = Math.max(broken, clicked.other + clicked.none)
    before = now
  }
  return [
    {
      fault: 'kill -9 of one process',
      done: `one of two, ${ROUNDS} times during ${answered} clicks`,
      mustHold: 'it is replaced; only its own connections break',
      measured: `replaced in ${formatSeconds(slowest)}; at most ${broken} broken connections`,
      held: slowest !== null && broken <= MAX_BROKEN,
    },
    {
      fault: '',
      done: '… and the clicks',
      mustHold: `at most the clicks of ${FLUSH_INTERVAL_MS} ms are lost; counters agree`,
      measured: `${lost} lost, at most ${lostMs.toFixed(0)} ms of clicks`,
      held: lostMs <= MAX_LOST_MS && isSame,
    },
  ]
}
