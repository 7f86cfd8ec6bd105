import { getTableColumns } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { DELIVERY_COUNT } from '../../people/activity/activity.ts'
import { earningItemsSql, type EarningNews } from '../../people/activity/earnings.ts'
import { clickById } from '../../redirect/click-log/find-click.ts'
import { foldOrderSql } from '../../redirect/analytics/fold-order.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { columns, part, type SqlPart } from '../../platform/db/sql.ts'
import { conversions } from '../../platform/db/schema.ts'
import { postSql, type Entry } from '../ledger/post.ts'
import { storeCallSql, type StoredCall } from './postback-calls.ts'
import type { Conversion } from './states.ts'

/** A conversion before it is stored. */
export type Draft = Omit<Conversion, 'id'>

export type ChangeDetails = {
  what: string
  why?: string
  /** Name of a brand or `operator`; omitted for changes due to time. */
  by?: string
  fingerprint?: string
  at: Date
  /** Returns the call to store with it. */
  kept?: (conversion: Draft) => StoredCall
}

/**
 * Change of the counters of the link and of the user's daily sums. Negative if something is
 * reversed.
 */
export type Difference = { orders: number; revenueCents: number; commissionCents: number }

export type Change<Row = Conversion | Draft> = {
  row: Row
  details: ChangeDetails
  entries: Entry[]
  difference: Difference
  /** Notification of the owner. */
  news: News | null
}
export type News = Pick<EarningNews, 'is' | 'cents'>

type Written = { id: number }

const COLUMNS = Object.entries(getTableColumns(conversions)).filter(([key]) => key !== 'id')
export const CONVERSION_COLUMNS = columns(COLUMNS.map(([, { name }]) => name))

/** Returns a conversion by the columns of its table. */
export const recordOf = (row: Draft) =>
  Object.fromEntries(COLUMNS.map(([key, { name }]) => [name, row[key as keyof Draft]]))

/**
 * Saves a conversion, its change, ledger entries, link counters, daily sums, notification and call
 * with one statement, because an order consists of a dozen small rows and each round trip costs as
 * much as several of them. Returns undefined if a new conversion already exists. The user's row is
 * locked before rows that the click fold also locks. Public pages show none of this, so their cache
 * is not notified.
 */
export async function writeConversion(db: DbOrTx, change: Change): Promise<Written | undefined> {
  const { row, details, entries, difference, news } = change
  const { userId, linkId, clickId } = row
  const { orders, revenueCents, commissionCents } = difference
  const { hasMoney, isCounted } = effectOf(change)
  const isKnown = 'id' in row
  const { insert } = postSql({
    kind: details.what,
    entries,
    at: details.at,
    of: part`select 'conversion:' || id as reference from kept`,
  })
  const { kept } = details
  const name = ['conversion', isKnown && 'moved', news && 'told', kept && 'kept']
  const [written] = await db.named(name.filter(Boolean).join('-'))<Written[]>`
    with kept as (${isKnown ? updateSql(row) : insertSql(row)}),
    entered as (${insert}),
    changed as (
      insert into conversion_changes (conversion_id, what, why, by, state, cents, fingerprint, at)
      select id, ${details.what}, ${details.why ?? ''}, ${details.by ?? ''}, ${row.state},
        ${commissionCents}::bigint, ${details.fingerprint ?? null}, ${details.at}::timestamptz
      from kept returning id
    ),
    person as (
      select id, time_zone from users where id = ${userId}::uuid for no key update
    ),
    numbered as (
      update users set change_seq = change_seq + 1 from person, kept
      where users.id = person.id and ${linkId !== null && hasMoney}::boolean
      returning users.id as user_id, change_seq
    ),
    counted as (
      update links set revenue_cents = revenue_cents + ${revenueCents}::bigint,
        commission_cents = commission_cents + ${commissionCents}::bigint,
        change_seq = numbered.change_seq
      from numbered where links.id = ${linkId}::uuid and links.user_id = numbered.user_id
    ),
    ordered as (
      select ${userId}::uuid as user_id, ${linkId}::uuid as link_id,
        ${row.orderedAt}::timestamptz as at, ${orders}::int as orders,
        ${revenueCents}::bigint as revenue_cents, ${commissionCents}::bigint as commission_cents,
        coalesce(referrer, '') as referrer, coalesce(device, '') as device,
        coalesce(country, '') as country, coalesce(facets, '') as facets
      from kept left join ${clickById(clickId)} as click on true
      where ${isCounted}::boolean
    ), ${foldOrderSql}
    ${kept ? part`, called as (${storeCallSql(kept(row), part`kept`)})` : EMPTY_SQL}
    ${news ? part`, ${notificationSql(row, details, news)}` : EMPTY_SQL}
    select id ${news ? part`, ${DELIVERY_COUNT}` : EMPTY_SQL} from kept`
  return written
}

const EMPTY_SQL = part``

/** Returns whether a change has an effect on the counters of its link and on the daily sums. */
export function effectOf({ row, difference }: Change) {
  const { orders, revenueCents, commissionCents } = difference
  const hasMoney = revenueCents !== 0 || commissionCents !== 0
  return { hasMoney, isCounted: row.kind === 'commission' && (orders !== 0 || hasMoney) }
}

/**
 * Returns the notification, unless the user's account was deleted. Its subject is the link, or the
 * brand.
 */
const notificationSql = (row: Draft, details: ChangeDetails, news: News) =>
  earningItemsSql(
    [earningNews(row, details, news)],
    part`
      select person.id as user_id, kept.id as entry, kept.id || ':' || changed.id as cause,
        coalesce((select name from brands where id = ${row.brandId}::uuid), ${APP_NAME}) as subject
      from kept cross join changed cross join person`,
  )

export const earningNews = (row: Draft, { why = '' }: ChangeDetails, news: News): EarningNews => ({
  userId: row.userId,
  linkId: row.linkId,
  subject: row.linkName,
  why,
  ...news,
})

const insertSql = (row: Draft): SqlPart => part`
  insert into conversions (${CONVERSION_COLUMNS}) ${valuesOf(row)}
  on conflict do nothing returning id`

const updateSql = (row: Conversion): SqlPart => part`
  update conversions set (${CONVERSION_COLUMNS}) = (${valuesOf(row)})
  where id = ${row.id}::int returning id`

const valuesOf = (row: Draft): SqlPart => part`
  select ${CONVERSION_COLUMNS}
  from jsonb_populate_record(null::conversions, ${JSON.stringify(recordOf(row))}::jsonb)`
