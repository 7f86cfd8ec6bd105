import { eq } from 'drizzle-orm'
import type { RedemptionState } from '#contract/money/wallet.ts'
import type { Tx } from '../../platform/db/client.ts'
import { redemptionChanges, redemptions } from '../../platform/db/schema.ts'
import type { OwnAccount } from '../../platform/db/schema/ledger-schema.ts'
import { post } from '../ledger/post.ts'

export type RedemptionRow = typeof redemptions.$inferSelect
type Facts = Partial<Omit<RedemptionRow, 'id' | 'userId' | 'state'>>

/** Returns the number of a request as shown on receipts. */
export const numberOf = ({ id, createdAt }: Pick<RedemptionRow, 'id' | 'createdAt'>) =>
  `R-${createdAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`

/** Returns the account that holds a request's money. Paid donations have their own account. */
export function accountOf(state: RedemptionState, kind: RedemptionRow['kind']): OwnAccount {
  if (state === 'returned' || state === 'rejected') return 'available'
  if (state === 'paid') return kind === 'charity' ? 'charity' : 'paid'
  return 'reserved'
}

/** Allowed transitions between states. They prevent paying twice. */
const TRANSITIONS: Record<RedemptionState, readonly RedemptionState[]> = {
  requested: ['requested', 'processing', 'paid', 'rejected'],
  in_review: ['in_review', 'requested', 'paid', 'rejected'],
  processing: ['paid', 'rejected', 'returned'],
  paid: ['returned'],
  returned: [],
  rejected: [],
}

export const canBecome = (from: RedemptionState, to: RedemptionState) =>
  TRANSITIONS[from].includes(to)

/** Saves the next state of a request and moves its money. Needs the lock on the user. */
export async function moveRedemption(
  tx: Tx,
  before: RedemptionRow,
  { state, why = '', at, ...facts }: Facts & { state: RedemptionState; why?: string; at: Date },
): Promise<{ row: RedemptionRow; changeId: number }> {
  if (!canBecome(before.state, state))
    throw new Error(`redemption ${before.id} cannot become ${state} from ${before.state}`)
  const row = { ...before, ...facts, state }
  const { id, ...values } = row
  const owner = row.userId
  await post(tx, {
    kind: `redemption-${state}`,
    reference: `redemption:${id}`,
    at,
    entries: [
      { account: accountOf(before.state, row.kind), owner, cents: -before.cents },
      { account: accountOf(state, row.kind), owner, cents: row.cents },
      // A reduction goes back to the user's available balance.
      { account: 'available', owner, cents: before.cents - row.cents },
    ],
  })
  await tx.update(redemptions).set(values).where(eq(redemptions.id, id))
  const changeId = await recordChange(tx, { redemptionId: id, state, why, at })
  return { row, changeId }
}

export async function recordChange(
  tx: Tx,
  change: typeof redemptionChanges.$inferInsert,
): Promise<number> {
  const [row] = await tx
    .insert(redemptionChanges)
    .values(change)
    .returning({ id: redemptionChanges.id })
  return row?.id ?? 0
}
