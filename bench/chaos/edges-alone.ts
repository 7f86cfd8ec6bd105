import { setTimeout as sleep } from 'node:timers/promises'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, linkPath } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { FLUSH_INTERVAL_MS } from '../../server/redirect/clicks/clicks.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { freePort } from '../support/server-process.ts'
import { clickLinks, makeLinks, type ClickCounts } from './redirects.ts'
import {
  countedClicks,
  formatSeconds,
  secondsUntil,
  totalsAgree,
  type Finding,
  type World,
} from './world.ts'

/** Duration of the outage in seconds. Ten minutes stand for a day. */
const OUTAGE_SECONDS = Number(process.env['CHAOS_OUTAGE_SECONDS'] ?? 600)
/** Pause of each visitor between clicks in ms, so that the clicks of the outage fit on any disk. */
const PAUSE_MS = 50
/** Time in seconds for an edge to learn about a change, and to send all clicks of the outage. */
const PATIENCE_SECONDS = 120
/** Time in ms in which an edge has stored its last clicks, also on a busy machine. */
const STORED_MS = 20 * FLUSH_INTERVAL_MS
const SECRETS = {
  EDGE_TOKEN: 'a token of edges with more than 32 characters',
  SIGNING_SECRET: 'a signing secret with more than 32 characters',
}

/**
 * Takes the origin and its database away from two edges, and kills the edges and the origin while
 * the clicks of the outage are sent.
 */
export async function edgesAlone(world: World): Promise<Finding[]> {
  const site = await Site.start(world)
  const ana = await signUp(site.origin)
  const links = await makeLinks(ana)
  const [first] = links
  const edited = 'http://127.0.0.1:9/edited'
  if (first) await ana.send('PATCH', linkPath(first), { url: edited })
  const known = await site.untilKnown(
    links.map((link, n) => (n === 0 ? { ...link, url: edited } : link)),
  )
  // The requests until then are clicks too. The edges store them within this time.
  await sleep(STORED_MS)
  const before = await site.untilSent()
  await site.killOrigin()
  const clicked = await clickDuringOutage(site.edges, links)
  const waiting = await site.untilStored(clicked.answered)
  const kills = await site.killWhileSending(waiting)
  const totals = await site.untilSent()
  const late = await addLink(ana, 'http://127.0.0.1:9/late')
  await ana.send('PATCH', linkPath(late), { url: edited })
  const seconds = await site.untilKnown([{ ...late, url: edited }])
  return [
    {
      fault: 'two edges without their origin',
      done: `the origin and its database are away for ${OUTAGE_SECONDS} s`,
      mustHold: 'every known link, one of them edited, redirects at both edges',
      measured: `${links.length} links were known after ${formatSeconds(known)}; ${clicked.answered} redirected, ${clicked.other + clicked.none} not; slowest ${clicked.slowestMs.toFixed(0)} ms`,
      held: known !== null && clicked.other + clicked.none === 0,
    },
    {
      fault: '',
      done: `it comes back; kill -9 of an edge and the origin while clicks are sent, ${kills} times`,
      mustHold: 'each click is counted exactly once',
      measured: `${waiting} clicks waited, ${totals.events - before.events} were counted`,
      held: kills > 0 && totalsAgree(totals) && totals.events - before.events === clicked.answered,
    },
    {
      fault: '',
      done: 'a link is created and edited afterwards',
      mustHold: 'both edges lead to the new target',
      measured: `after ${formatSeconds(seconds)}`,
      held: seconds !== null,
    },
  ]
}

/** Clicks at all edges until the outage is over. */
async function clickDuringOutage(edges: Process[], links: ShortLink[]): Promise<ClickCounts> {
  let isOver = false
  const clicking = edges.map((edge) => clickLinks(edge, links, () => isOver, PAUSE_MS))
  await sleep(OUTAGE_SECONDS * 1000)
  isOver = true
  const counts = await Promise.all(clicking)
  const sum = (key: keyof ClickCounts) => counts.reduce((total, one) => total + one[key], 0)
  return {
    answered: sum('answered'),
    other: sum('other'),
    none: sum('none'),
    slowestMs: Math.max(...counts.map(({ slowestMs }) => slowestMs)),
  }
}

/** One origin with its own database, and two edges. Each can be killed and started again. */
class Site {
  private constructor(
    readonly world: World,
    readonly dataDir: string,
    readonly startOrigin: () => Promise<Process>,
    readonly startEdges: (() => Promise<Process>)[],
    public origin: Process,
    public edges: Process[],
  ) {}

  static async start(world: World): Promise<Site> {
    const dataDir = world.folder()
    const port = String(await freePort())
    const startOrigin = () => world.server({ ...SECRETS, DATA_DIR: dataDir, PORT: port })
    const origin = await startOrigin()
    const address = `http://localhost:${port}`
    const startEdges = await Promise.all(
      ['paris', 'oslo'].map(async (name) => {
        const env = {
          ...SECRETS,
          DATA_DIR: world.folder(),
          PORT: String(await freePort()),
          APP_ORIGIN: address,
          EDGE_ORIGIN: address,
          EDGE_NAME: name,
        }
        return () => world.server(env, 'dist/server', 'edge.js')
      }),
    )
    const edges = await Promise.all(startEdges.map((start) => start()))
    return new Site(world, dataDir, startOrigin, startEdges, origin, edges)
  }

  async killOrigin() {
    this.origin.kill('SIGKILL')
    await this.origin.exit()
  }

  /** Waits until both edges redirect these links to their targets. Null if they never do. */
  untilKnown(links: Pick<ShortLink, 'short_code' | 'url'>[]): Promise<number | null> {
    const isKnown = async (edge: Process, { short_code, url }: (typeof links)[number]) =>
      (await edge.request('HEAD', `/s/${short_code}`)).headers.get('location') === url
    return secondsUntil(async () => {
      for (const edge of this.edges)
        for (const link of links) if (!(await isKnown(edge, link))) return false
      return true
    }, PATIENCE_SECONDS)
  }

  /** Returns how many clicks both edges have stored and not sent, or undefined while one is away. */
  async waiting(): Promise<number | undefined> {
    const states = this.edges.map(async (edge) => {
      const answer = await edge.request('GET', '/healthz')
      return ((await answer.json()) as { clicks_waiting: number }).clicks_waiting
    })
    return Promise.all(states).then(
      (counts) => counts.reduce((sum, one) => sum + one, 0),
      () => undefined,
    )
  }

  /** Waits until the edges have stored the clicks of the outage, and returns their number. */
  async untilStored(expected: number): Promise<number> {
    await secondsUntil(async () => (await this.waiting()) === expected, PATIENCE_SECONDS)
    return (await this.waiting()) ?? 0
  }

  /**
   * Starts the origin, and kills it with one edge as soon as some clicks were sent, once for each
   * edge. Returns how many kills came while clicks were still waiting.
   */
  async killWhileSending(before: number): Promise<number> {
    let left = before
    let kills = 0
    for (const [index, start] of this.startEdges.entries()) {
      this.origin = await this.startOrigin()
      await secondsUntil(async () => ((await this.waiting()) ?? left) < left, PATIENCE_SECONDS)
      const edge = this.edges[index]
      edge?.kill('SIGKILL')
      await this.killOrigin()
      await edge?.exit()
      this.edges[index] = await start()
      left = (await this.waiting()) ?? 0
      if (left > 0) kills += 1
    }
    this.origin = await this.startOrigin()
    return kills
  }

  /** Waits until no click waits at an edge, and returns what the origin has counted. */
  async untilSent() {
    await secondsUntil(async () => (await this.waiting()) === 0, PATIENCE_SECONDS)
    const address = await runningEmbedded(this.dataDir)
    if (!address) throw new Error('The database is not running')
    return countedClicks(address)
  }
}
