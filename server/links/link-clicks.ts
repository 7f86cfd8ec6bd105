import { eq, sql } from 'drizzle-orm'
import { RECENT_DAYS } from '#contract/links/short-link.ts'
import { linkClicks, links, userDays } from '../platform/db/schema.ts'

const own = eq(linkClicks.linkId, links.id)

/**
 * Number of clicks that users see for a row of `links`: clicks by people, without those of the
 * owner.
 */
export const lifetimeClicks = sql<number>`coalesce(
  (select ${linkClicks.unique} + ${linkClicks.human} from ${linkClicks} where ${own}), 0)`.mapWith(
  Number,
)

/** Number of clicks by the link's owner. They are not part of `lifetimeClicks`. */
export const ownClicks = sql<number>`coalesce(
  (select ${linkClicks.own} from ${linkClicks} where ${own}), 0)`.mapWith(Number)

/** Recent days, plus one on either side because of time zones. */
const recentDays = sql`any(array(
  select (current_date + n)::date from generate_series(-${sql.raw(String(RECENT_DAYS))}, 1) as n))`

/**
 * Clicks of the recent days by date; null if there are none. Calculated only for the rows of a
 * page, with one index lookup per day. The index contains all links of a user by day. A link
 * without clicks needs no lookup.
 */
export const recentClicks = sql<Record<string, number> | null>`case when exists (
  select 1 from ${linkClicks} where ${own}) then (
  select jsonb_object_agg(${userDays.day}, ${userDays.unique} + ${userDays.human}) from ${userDays}
  where ${userDays.userId} = ${links.userId} and ${userDays.dimension} = 'link'
    and ${userDays.day} = ${recentDays} and ${userDays.value} = ${links.id}::text
    and ${userDays.unique} + ${userDays.human} > 0) end`

/** Latest change number of a row of `links`: an edit or a click. */
export const latestOfLink = sql<number>`greatest(${links.changeSeq},
  (select ${linkClicks.changeSeq} from ${linkClicks} where ${own}))`.mapWith(Number)

/**
 * Returns the user's links that changed at `seq` or later, with their latest change number. Clicks
 * are found among the user's clicked links, because an index on their change numbers would make
 * each click expensive.
 */
export const changedSince = (userId: string, seq: number) => sql`(
  select id, max(seq) as seq from (
    select ${links.id} as id, ${links.changeSeq} as seq from ${links}
    where ${links.userId} = ${userId} and ${links.changeSeq} >= ${seq}
    union all
    select ${linkClicks.linkId}, ${linkClicks.changeSeq} from ${linkClicks}
    where ${linkClicks.userId} = ${userId} and ${linkClicks.changeSeq} >= ${seq}
  ) as found group by id)`
