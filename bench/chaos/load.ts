import type { ShortLink } from '#contract/links/short-link.ts'
import { signUp } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { clickLinks, makeLinks, type ClickCounts } from './redirects.ts'
import { countedClicks, isRunning, secondsUntil, totalsAgree, type Finding } from './world.ts'
import { Writers } from './writers.ts'

type Site = Pick<Process, 'origin'>

/** Writes with six clients and clicks on the links until `stop`. */
export function startLoad(at: Site, writers: Writers, links: ShortLink[]) {
  let hasEnded = false
  const isOver = () => hasEnded
  const writing = writers.write(6, isOver)
  const clicking = clickLinks(at, links, isOver)
  return {
    isOver,
    async stop(): Promise<ClickCounts> {
      hasEnded = true
      await writing
      return clicking
    },
  }
}

/** Creates a user with links that were clicked once, and starts load on them. */
export async function startUserLoad(server: Process) {
  const ana = await signUp(server)
  const links = await makeLinks(ana)
  for (const { short_code } of links) await server.request('GET', `/s/${short_code}`)
  const writers = new Writers(server.origin, ana)
  return { ana, links, writers, ...startLoad(server, writers, links) }
}

type Address = Parameters<typeof countedClicks>[0]

/** Waits until this many clicks are counted and returns the counts. */
export async function clicksCounted(where: () => Promise<Address>, expected: number) {
  let now = await countedClicks(await where())
  await secondsUntil(async () => {
    now = await countedClicks(await where())
    return now.events >= expected
  }, 20)
  return now
}

/** Returns the finding about clicks on links that were opened once before the fault. */
export function clickFinding(
  clicked: ClickCounts,
  now: Awaited<ReturnType<typeof countedClicks>>,
  opened: number,
): Finding {
  return {
    fault: '',
    done: 'clicks on known links',
    mustHold: 'all redirected during the fault and counted later',
    measured: `${clicked.answered} redirected, ${clicked.other + clicked.none} not, ${now.events - opened} counted; slowest ${clicked.slowestMs.toFixed(0)} ms`,
    held:
      clicked.other + clicked.none === 0 &&
      now.events === clicked.answered + opened &&
      totalsAgree(now),
  }
}

/** Returns whether the server runs and every write was answered as expected and in time. */
export const wroteWithin = (server: Process, writers: Writers, slowestMs: number) =>
  isRunning(server) &&
  writers.unexpected().length === 0 &&
  writers.vague === 0 &&
  writers.slowestMs < slowestMs
