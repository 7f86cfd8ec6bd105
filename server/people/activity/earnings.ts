import type { Tx } from '../../platform/db/client.ts'
import type { RedemptionState } from '#contract/money/wallet.ts'
import type { ActivityKind } from './activity-kinds.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { newsRows, addItems, addItemsSql } from './activity.ts'

export type EarningNews = {
  userId: string
  linkId: string | null
  is: 'earned' | 'held' | 'available' | 'reduced' | 'reversed' | 'bonus'
  cents: number
  /** Name of the link. If empty, the statement provides a subject. */
  subject: string
  why: string
}

/**
 * Returns the part of a SQL statement that tells users about a new or changed earning, at most one
 * each. The second parameter selects one row per user with values from that statement: `user_id`,
 * `entry`, `cause`, and a default `subject`.
 */
export const earningItemsSql = (news: EarningNews[], source: SqlPart): SqlPart =>
  addItemsSql(part`
    select place, user_id, kind, "group", news.cause || known.cause as cause, link_id,
      jsonb_build_object('subject', known.subject, 'entry', known.entry) || details as details, topic, mail
    from (${newsRows(news.map(itemOf))}) as news join (${source}) as known using (user_id)`)

function itemOf({ userId, linkId, is, subject, cents, why }: EarningNews) {
  const kind = `earning-${is}` satisfies ActivityKind
  const details = { ...(subject !== '' && { subject }), cents, why }
  return { userId, ...(linkId !== null && { linkId }), kind, cause: '', details }
}

export type RedemptionNews = {
  userId: string
  redemptionId: number
  changeId: number
  state: Extract<RedemptionState, 'paid' | 'rejected' | 'returned' | 'requested'>
  cents: number
  number: string
  why: string
}

/** Tells a user that the operator decided about a redemption, or that a reversal reduced it. */
export const notifyRedemption = (tx: Tx, { userId, state, ...news }: RedemptionNews) =>
  addItems(tx, [
    {
      userId,
      kind: `redemption-${state}` satisfies ActivityKind,
      cause: `${news.redemptionId}:${news.changeId}`,
      details: {
        subject: news.number,
        cents: news.cents,
        why: news.why,
        entry: news.redemptionId,
      },
    },
  ])

/** Tells a user that the operator did not find a missing sale. */
export const notifyMissingSale = (
  tx: Tx,
  sale: { userId: string; id: number; shop: string; orderNumber: string; why: string },
) =>
  addItems(tx, [
    {
      userId: sale.userId,
      kind: 'sale-not-found',
      cause: String(sale.id),
      details: { subject: `Order ${sale.orderNumber} of ${sale.shop}`, why: sale.why },
    },
  ])
