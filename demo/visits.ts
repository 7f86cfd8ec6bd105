import { headersOf, type Browser } from './people.ts'
import type { ServerProcess } from './server-process.ts'
import type { Link } from './things.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
/** Number of days that the sample covers. */
export const DAYS = 28
const HOUR_MS = 60 * 60 * 1000

export type Visit = { link: Link; at: number; clickId: string | null }

/** Returns a random generator (Mulberry32). Equal seeds give equal samples. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
]
const REFERRERS = ['https://www.instagram.com/', 'https://www.youtube.com/', '', '']
/** Address ranges reserved for documentation (RFC 5737). */
const NETWORKS = ['203.0.113', '198.51.100']

/** Visits links over four weeks through the redirect, moving the server's clock. */
export async function visitAll(server: ServerProcess, links: Link[]): Promise<Visit[]> {
  const random = createRandom(7)
  // A `bias` above 1 picks the first values more often.
  const pick = <Value>(values: readonly Value[], bias = 1) =>
    values.at(Math.floor(random() ** bias * values.length)) as Value
  const visits: Visit[] = []
  const start = Date.now()
  for (let day = DAYS - 1; day >= 0; day--) {
    // Hours before now, so that the last visits are in the past and no two groups have the same
    // time.
    for (const hour of [9, 7, 5, 3, 1]) {
      const at = start - day * DAY_MS - hour * HOUR_MS
      // oxlint-disable-next-line no-await-in-loop -- there is one clock
      await server.moveClock(at)
      const count = 1 + Math.floor(random() * (3 + (DAYS - day) / 7))
      const planned = Array.from({ length: count }, () => {
        const address = `${pick(NETWORKS)}.${1 + Math.floor(random() * 250)}`
        const visitor = { address, agent: pick(AGENTS) }
        return { link: pick(links, 1.7), visitor, referrer: pick(REFERRERS) }
      })
      // oxlint-disable-next-line no-await-in-loop -- there is one clock
      visits.push(...(await Promise.all(planned.map((visit) => follow(visit, at)))))
    }
  }
  await server.moveClock(Date.now())
  return visits
}

type PlannedVisit = { link: Link; visitor: Browser; referrer: string }

async function follow({ link, visitor, referrer }: PlannedVisit, at: number): Promise<Visit> {
  const headers = { ...headersOf(visitor), ...(referrer && { Referer: referrer }) }
  const answer = await fetch(link.split_url, { redirect: 'manual', headers })
  const target = answer.headers.get('location')
  if (answer.status !== 302 || !target) throw new Error(`${link.split_url} did not redirect.`)
  return { link, at, clickId: new URL(target).searchParams.get('click_id') }
}
