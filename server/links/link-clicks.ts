import { eq, sql } from 'drizzle-orm'
import { RECENT_DAYS } from '#contract/links.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { linkClicks, links, userDays } from '../platform/db/schema.ts'

const own = eq(linkClicks.linkId, links.id)

/** What people see as clicks of a row of `links`, wherever that is being read. */
export const lifetimeClicks = sql<number>`coalesce(
  (select ${linkClicks.unique} + ${linkClicks.human} from ${linkClicks} where ${own}), 0)`.mapWith(
  Number,
)

/** Clicks of the link's owner, which are none of those. */
export const ownClicks = sql<number>`coalesce(
  (select ${linkClicks.own} from ${linkClicks} where ${own}), 0)`.mapWith(Number)

/** One day more on either side: which day it is depends on where somebody is. */
const recentDays = sql`any(array(
  select (current_date + n)::date from generate_series(-${sql.raw(String(RECENT_DAYS))}, 1) as n))`

/**
 * Clicks that people see of the last days, by day; null where there were none. Worked out for the rows of
 * a page alone, by one look a day into the index, which holds all links of a person day by day, and by
 * none for a link that was never clicked.
 */
export const recentClicks = sql<Record<string, number> | null>`case when exists (
  select 1 from ${linkClicks} where ${own}) then (
  select jsonb_object_agg(${userDays.day}, ${userDays.unique} + ${userDays.human}) from ${userDays}
  where ${userDays.userId} = ${links.userId} and ${userDays.dimension} = 'link'
    and ${userDays.day} = ${recentDays} and ${userDays.value} = ${links.id}::text
    and ${userDays.unique} + ${userDays.human} > 0) end`

/** The latest change of a row of `links`: what was done to it, or its latest clicks. */
export const latestOfLink = sql<number>`greatest(${links.changeSeq},
  (select ${linkClicks.changeSeq} from ${linkClicks} where ${own}))`.mapWith(Number)

export async function clicksOf(db: DbOrTx, linkId: string): Promise<number> {
  const [row] = await db.select({ clicks: lifetimeClicks }).from(links).where(eq(links.id, linkId))
  return row?.clicks ?? 0
}

/**
 * Links of a person that changed with number `seq` or a later one, and when last. Clicks are found
 * among the person's clicked links, since an index of their numbers would cost every click dearly.
 */
export const changedSince = (userId: string, seq: number) => sql`(
  select id, max(seq) as seq from (
    select ${links.id} as id, ${links.changeSeq} as seq from ${links}
    where ${links.userId} = ${userId} and ${links.changeSeq} >= ${seq}
    union all
    select ${linkClicks.linkId}, ${linkClicks.changeSeq} from ${linkClicks}
    where ${linkClicks.userId} = ${userId} and ${linkClicks.changeSeq} >= ${seq}
  ) as found group by id)`
