import type { Analytics, AnalyticsFilter } from '#contract/analytics.ts'
import type { TransactionSql } from '../../platform/db/sql.ts'
import { ownHostOf } from '../clicks/referrer.ts'
import { daysOf } from './day-sources.ts'

type DateRange = { from: string; to: string }

/**
 * Returns the views of a user's page and the clicks from that page on one link; null if the user
 * has no page.
 */
export async function pageFunnel(
  tx: TransactionSql,
  userId: string,
  filter: AnalyticsFilter,
  { from, to, appOrigin }: DateRange & { appOrigin: string },
): Promise<NonNullable<Analytics['page']> | null> {
  const [page] = await tx<{ views: string }[]>`
    select coalesce((select sum(views) from page_views
      where page_id = pages.id and kind = 'human'
        and day between ${from}::date and ${to}::date), 0)::text as views
    from pages where user_id = ${userId} order by id limit 1`
  if (!page) return null
  const [clicked] = await tx<{ clicks: string }[]>`
    select coalesce(sum(human + "unique"), 0)::text as clicks
    from (${daysOf(userId, filter, 'all')}) as days
    where day between ${from}::date and ${to}::date and (
      referrer = ${ownHostOf({ appOrigin })} or referrer in (
        select regexp_replace(domain, '^www\\.', '') from link_domains where user_id = ${userId}))`
  return { views: Number(page.views), clicks: Number(clicked?.clicks ?? 0) }
}
