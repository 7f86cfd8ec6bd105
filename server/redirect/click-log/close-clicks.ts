import type { Deps } from '../../env.ts'
import { part, type Sql } from '../../platform/db/sql.ts'
import { TRENDING_DAYS } from '../analytics/trending-job.ts'
import { minClickId } from '../clicks/click-id.ts'
import { DAY_MS, dayOf } from '../clicks/utc-day.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'
import { CHUNK_COLUMNS, chunkOf, MAX_CLICKS, msOf } from './chunk.ts'

/**
 * Number of full days for which clicks stay single rows. Trending products need the visitors of
 * this time. Late clicks are stored within it, for instance those of a server that was offline.
 */
export const OPEN_DAYS = TRENDING_DAYS + 1

/** Moves clicks of earlier days to `closed_clicks`, where they take a tenth of the space. */
export async function closeClicks(
  { sql }: Pick<Deps, 'sql'>,
  _: object,
  signal: AbortSignal,
): Promise<void> {
  if (await isNew(sql)) return
  await closeUntil(sql, (dayOf(Date.now()) - OPEN_DAYS) * DAY_MS, signal)
}

/**
 * Returns whether this job was added within the last day. Servers of the version before it do not
 * find closed clicks, and one may still be running.
 */
async function isNew(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select 1 from graphile_worker._private_known_crontabs
    where identifier = 'close-clicks' and known_since > now() - interval '1 day'`
  return rows.length > 0
}

/**
 * Closes the clicks before a time in batches. Then frees their space for new clicks: by itself,
 * PostgreSQL waits until a fifth of all rows are deleted.
 */
export async function closeUntil(sql: Sql, at: number, signal: AbortSignal): Promise<void> {
  const until = minClickId(at)
  if (!(await closeOldest(sql, until))) return
  while (await closeOldest(sql, until)) signal.throwIfAborted()
  await sql`vacuum click_events`
}

/**
 * Moves the oldest clicks, at most those of one row and one day, in one transaction. Returns false
 * if there are none. Both statements see the same clicks; if one is deleted meanwhile, the
 * transaction fails, and the job is repeated. Rows are deleted rather than partitions dropped: a
 * backup that started earlier still sees the deleted rows, but not a dropped partition.
 */
const closeOldest = (sql: Sql, until: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`
    const [oldest] = await tx<{ id: string }[]>`
      select id from click_events where id < ${until}::uuid order by id limit 1`
    if (!oldest) return false
    const nextDay = minClickId((dayOf(timeOfUuid(oldest.id)) + 1) * DAY_MS)
    const before = nextDay < until ? nextDay : until
    const [closed] = await tx<[{ first: string; last: string; clicks: number }]>`
      insert into closed_clicks (${CHUNK_COLUMNS}) ${chunkOf(oldestClicks(before), OWN_IDS)}
      returning first_id as first, last_id as last, clicks`
    const deleted = await tx`
      delete from click_events where id between ${closed.first}::uuid and ${closed.last}::uuid
      returning 1`
    // Nodes of Citus may have different snapshots.
    if (deleted.length !== closed.clicks) throw new Error('clicks changed while they were closed')
    return true
  })

const OWN_IDS = {
  first: part`(select id from source order by id limit 1)`,
  last: part`(select id from source order by id desc limit 1)`,
}

/**
 * Returns the oldest clicks before an id. The id of a click is kept if a shop may report it, or an
 * affiliate network of a user who adds sub-ids.
 */
const oldestClicks = (before: string) => part`
  select oldest.*, ${msOf(part`oldest.id`)} as ms,
    oldest.brand_id is not null or coalesce(add_sub_ids, false) as is_id_kept
  from (
    select id, link_id, brand_id, at, kind, referrer, device, country, facets
    from click_events where id < ${before}::uuid order by id limit ${MAX_CLICKS}
  ) as oldest
  left join links on links.id = oldest.link_id
  left join network_settings on network_settings.user_id = links.user_id`
