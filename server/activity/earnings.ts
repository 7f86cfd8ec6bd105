import type { Tx } from '../db/client.ts'
import type { RedemptionState } from '#contract/money/wallet.ts'
import type { ActivityKind } from './activity-kinds.ts'
import { tell } from './activity.ts'

export type EarningNews = {
  userId: string
  linkId: string | null
  conversionId: number
  /** The same change is told once. */
  changeId: number
  is: 'earned' | 'held' | 'available' | 'reduced' | 'reversed' | 'bonus'
  cents: number
  /** The name of the link, or else of the shop. */
  subject: string
  why: string
}

/** Something was earned, or has become of what was. */
export const notifyEarning = (tx: Tx, { userId, linkId, is, changeId, ...news }: EarningNews) =>
  tell(tx, [
    {
      userId,
      ...(linkId !== null && { linkId }),
      kind: `earning-${is}` satisfies ActivityKind,
      cause: `${news.conversionId}:${changeId}`,
      details: {
        subject: news.subject,
        cents: news.cents,
        why: news.why,
        entry: news.conversionId,
      },
    },
  ])

export type RedemptionNews = {
  userId: string
  redemptionId: number
  changeId: number
  state: Extract<RedemptionState, 'paid' | 'rejected' | 'returned' | 'requested'>
  cents: number
  number: string
  why: string
}

/** The operator has decided about a request, or a reversal has made it less. */
export const notifyRedemption = (tx: Tx, { userId, state, ...news }: RedemptionNews) =>
  tell(tx, [
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

/** The operator has looked for a sale that somebody misses, in vain. */
export const notifyMissingSale = (
  tx: Tx,
  sale: { userId: string; id: number; shop: string; orderNumber: string; why: string },
) =>
  tell(tx, [
    {
      userId: sale.userId,
      kind: 'sale-not-found',
      cause: String(sale.id),
      details: { subject: `Order ${sale.orderNumber} of ${sale.shop}`, why: sale.why },
    },
  ])
