import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { checkLink, type DueLink } from './check.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Maximum number of links per round. One round a minute covers half a million links per week. */
const LINKS_PER_ROUND = 60
/** Maximum number of links of one host per round. The others wait for later rounds. */
const LINKS_PER_SITE = 3
/** Pause in milliseconds between two visits to one host. */
const PAUSE_MS = 2000
const MAX_SITES = 6
/** Time after which claimed links are due again, even if the server has crashed. */
const CLAIM_INTERVAL = '1 hour'
/**
 * Time over which the first checks of new links are spread, so that an import causes no peak. It
 * equals the usual interval.
 */
const SPREAD_INTERVAL = '7 days'
const MAX_NEW_LINKS = 5000

/** Checks the links that are due. Several processes never take the same link. */
export async function round(deps: Deps, signal: AbortSignal, pauseMs = PAUSE_MS): Promise<void> {
  const sites = bySite(await claim(deps))
  const worker = async () => {
    for (let site = sites.shift(); site; site = sites.shift()) {
      for (const [index, due] of site.entries()) {
        if (index > 0) await sleep(pauseMs, undefined, { signal })
        await checkOne(deps, due, signal)
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_SITES }, worker))
}

/** Checks a link and logs an error, so that one page cannot stop the round. */
async function checkOne(deps: Deps, due: DueLink, signal: AbortSignal): Promise<void> {
  try {
    await checkLink(deps, due, signal)
  } catch (error) {
    signal.throwIfAborted()
    deps.log.error('link not checked', { link: due.linkId, error })
  }
}

function bySite(all: DueLink[]): DueLink[][] {
  const sites = new Map<string, DueLink[]>()
  for (const due of all) {
    const host = hostOf(due.url)
    sites.set(host, [...(sites.get(host) ?? []), due])
  }
  return [...sites.values()]
}

const hostOf = (url: string) => (canParseUrl(url) ? new URL(url).host : url)

async function claim({ db }: Deps): Promise<DueLink[]> {
  const rows = await db.execute<{ link_id: string; url: string }>(sql`
    with due as (
      select link_id, links.url, links.host, due_at from link_health
      join links on links.id = link_id
      where due_at <= now() and not links.is_hidden
      order by due_at limit ${LINKS_PER_ROUND * 4}
      for update of link_health skip locked
    ), fair as (
      select link_id, url, due_at, row_number() over (partition by host order by due_at) as nth from due
    ), chosen as (
      select link_id, url from fair where nth <= ${LINKS_PER_SITE} order by due_at limit ${LINKS_PER_ROUND}
    )
    update link_health set due_at = now() + ${CLAIM_INTERVAL}::interval from chosen
    where link_health.link_id = chosen.link_id
    returning chosen.link_id, chosen.url`)
  return rows.map(({ link_id: linkId, url }) => ({ linkId, url }))
}

/** Schedules the first check of new links at a random time. */
export async function scheduleNewLinks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    insert into link_health (link_id, due_at)
    select id, now() + random() * ${SPREAD_INTERVAL}::interval from links
    where not exists (select 1 from link_health where link_id = links.id)
    limit ${MAX_NEW_LINKS}
    on conflict do nothing`)
}
