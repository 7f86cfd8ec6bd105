import { setTimeout as sleep } from 'node:timers/promises'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, readLink } from '#support/server/links.ts'
import type { Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import type { Postgres } from './postgres.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import {
  totalsAgree,
  countedClicks,
  secondsUntil,
  formatSeconds,
  type Finding,
  type World,
} from './world.ts'

const JOBS = 60
const CLICKING_MS = 3000

/** Clicks on the same links on both servers. */
export async function sharedClicks(
  ana: Person,
  a: Process,
  b: Process,
  postgres: Postgres,
): Promise<Finding> {
  const links = await makeLinks(ana)
  const before = await countedClicks(postgres.address)
  let isOver = false
  const clicking = Promise.all([a, b].map((one) => clickLinks(one, links, () => isOver)))
  await sleep(CLICKING_MS)
  isOver = true
  const answered = (await clicking).reduce((sum, one) => sum + one.answered, 0)
  let now = await countedClicks(postgres.address)
  await secondsUntil(async () => {
    now = await countedClicks(postgres.address)
    return now.events - before.events >= answered
  }, 20)
  const counted = now.events - before.events
  return {
    fault: '',
    done: 'clicks on the same links on both servers',
    mustHold: 'each is counted once; counters agree',
    measured: `${answered} answered, ${counted} counted`,
    held: counted === answered && totalsAgree(now),
  }
}

/** Kills server B while it runs jobs. A takes over its jobs. */
export async function sharedJobs(
  world: World,
  ana: Person,
  b: Process,
  envOfB: Record<string, string>,
): Promise<Finding> {
  const site = await startShopSite()
  world.onClose(() => site.stop())
  const links: ShortLink[] = []
  for (let n = 0; n < JOBS; n += 1) {
    const page = `<title>Page ${n}</title>`
    const url = site.put(`/${n}`, (_, response) => {
      setTimeout(() => response.setHeader('Content-Type', 'text/html').end(page), 100)
    })
    links.push(await addLink(ana, url))
  }
  const held = new Set<string>()
  await secondsUntil(async () => site.requests.length > JOBS / 3, 20)
  b.kill('SIGKILL')
  await b.exit()
  for (const path of site.paths().slice(-8)) held.add(path ?? '')
  const isDone = async (link: ShortLink) =>
    (await readLink(ana, link)).meta_extraction_progress === 100
  const seconds = await secondsUntil(async () =>
    (await Promise.all(links.map(isDone))).every(Boolean),
  )
  const asked = new Map<string, number>()
  for (const path of site.paths().filter((one) => /^\/\d+$/.test(one ?? '')))
    asked.set(path ?? '', (asked.get(path ?? '') ?? 0) + 1)
  const again = [...asked].filter(([, times]) => times > 1).map(([path]) => path)
  await world.server(envOfB)
  return {
    fault: '',
    done: `${JOBS} jobs, kill -9 of B while they run`,
    mustHold: 'all finish; only jobs that B was running are repeated',
    measured: `finished after ${formatSeconds(seconds)}; ${asked.size} pages read, ${again.length} of them twice`,
    held:
      seconds !== null &&
      asked.size === JOBS &&
      again.length <= 3 &&
      again.every((path) => held.has(path)),
  }
}
