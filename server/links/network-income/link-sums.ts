import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'

/**
 * Returns SQL for the US dollars per unit of a currency on a day: the operator's rate of the day, or the first later
 * one; null if there is none.
 */
export const rateOn = (currency: SqlPart, day: SqlPart): SqlPart => part`
  (case when ${currency} = 'USD' then 1 else coalesce(
    (select dollars from currency_rates rate where rate.currency = ${currency}
      and rate.day <= ${day} order by rate.day desc limit 1),
    (select dollars from currency_rates rate where rate.currency = ${currency}
      order by rate.day limit 1)) end)`

/**
 * Computes what a user's links earned elsewhere. Links whose sum changed get a change number, so
 * that devices load them.
 */
export async function updateLinkSums(tx: Tx, userId: string, changeSeq: number): Promise<void> {
  await tx.named('network-link-sums')`
    with days as (
      select link_id, currency, (happened_at at time zone 'UTC')::date as day, sum(micros) as micros
      from network_rows where user_id = ${userId}::uuid and link_id is not null and status = 'approved'
      group by 1, 2, 3
    ), sums as (
      select link_id, round(sum(micros * ${rateOn(part`currency`, part`day`)}) / 10000)::bigint as cents
      from days group by link_id
    )
    update links set elsewhere_cents = coalesce(sums.cents, 0), change_seq = ${changeSeq}::bigint
    from links own left join sums on sums.link_id = own.id
    where links.id = own.id and own.user_id = ${userId}::uuid
      and own.elsewhere_cents <> coalesce(sums.cents, 0)`
}

/** Group of rows to sum. */
export type SumRow = {
  network: string
  currency: string
  status: 'pending' | 'approved' | 'declined'
  micros: string
  rows: number
  /** Millionths of a dollar, null without an exchange rate. */
  dollars: string | null
}

/**
 * Period, link and tags of sums. Without link and tags, all rows of the user count, also those
 * without a link.
 */
export type SumFilter = {
  from: Date
  until: Date
  linkId?: string | null
  tags?: readonly string[]
}

/** Returns the sums of a user's rows by network, currency and status. */
export const sumsOfRows = (
  db: DbOrTx,
  userId: string,
  { from, until, linkId = null, tags = [] }: SumFilter,
): Promise<SumRow[]> =>
  db.named('network-sums')<SumRow[]>`
    select network, currency, status, sum(micros)::text as micros, sum(rows)::int as rows,
      (case when count(rate) = count(*) then round(sum(micros * rate))::text end) as dollars
    from (
      select days.*, ${rateOn(part`days.currency`, part`days.day`)} as rate from (
        select network, currency, status, (happened_at at time zone 'UTC')::date as day,
          sum(micros) as micros, count(*) as rows
        from network_rows
        where user_id = ${userId}::uuid and happened_at >= ${from}::timestamptz
          and happened_at < ${until}::timestamptz
          and (${linkId}::uuid is null or link_id = ${linkId}::uuid)
          and (${tags.length}::int = 0 or link_id in (
            select id from links where user_id = ${userId}::uuid and tags && ${[...tags]}::text[]))
        group by 1, 2, 3, 4
      ) days
    ) rated
    group by network, currency, status order by network, currency, status`
