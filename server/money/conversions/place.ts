import type { DbOrTx } from '../../platform/db/client.ts'
import { OPERATOR, type Entry } from '../ledger/post.ts'
import { isAvailable, TRANSITIONS, stateOf, type Conversion, type PlacedState } from './states.ts'
import { writeConversion, type Draft, type News, type ChangeDetails } from './write-conversion.ts'

export type { Draft, ChangeDetails } from './write-conversion.ts'
export type Facts = Partial<
  Omit<Conversion, 'id' | 'userId' | 'state' | 'account' | 'postedCents' | 'postedFeeCents'>
>

/**
 * Saves the new state of a conversion in one transaction: its row, the change, the difference in
 * the ledger, the counters of its link, and the notification of its owner. The row was read under
 * the lock of its owner. A repeated call finds no difference. Returns undefined if a new conversion
 * was stored by another call meanwhile.
 */
export async function place(
  db: DbOrTx,
  before: Conversion,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion>
export async function place(
  db: DbOrTx,
  before: Conversion | Draft,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion | undefined>
export async function place(
  db: DbOrTx,
  before: Conversion | Draft,
  facts: Facts,
  details: ChangeDetails,
): Promise<Conversion | undefined> {
  const change = changeOf(before, facts, details)
  const written = await writeConversion(db, change)
  return written && { ...change.row, id: written.id }
}

/** Returns everything that a new state of a conversion changes. Throws if it is not allowed. */
export function changeOf<Row extends Draft>(before: Row, facts: Facts, details: ChangeDetails) {
  const row = nextRow(before, facts, details.at)
  if (!TRANSITIONS[before.state][row.state as PlacedState])
    throw new Error(`conversion ${nameOf(before)} cannot become ${row.state} from ${before.state}`)
  const entries = entriesOf(before, row)
  return { row, details, entries, difference: differenceOf(before, row), news: newsOf(before, row) }
}

const nameOf = (row: Conversion | Draft) => ('id' in row ? row.id : row.orderId)

function nextRow<Row extends Draft>(before: Row, facts: Facts, at: Date): Row {
  const merged = { ...before, ...facts }
  const isOver = merged.reversedAt !== null
  const availableAt = isOver ? null : (merged.availableAt ?? (isAvailable(merged, at) ? at : null))
  const state = stateOf({ ...merged, availableAt })
  return {
    ...merged,
    state,
    availableAt,
    returnPassed: merged.returnPassed || merged.returnEndsAt <= at,
    // Money that was assigned to a reversed or reduced order becomes free for others.
    fundedAt: isOver ? null : merged.fundedAt,
    fundedCents: isOver || !merged.fundedAt ? 0 : merged.feeCents,
    account: state === 'reversed' ? null : state,
    postedCents: isOver ? 0 : merged.commissionCents,
    postedFeeCents: isOver ? 0 : merged.feeCents,
  }
}

/** Returns the ledger entries from the old to the new state. The payer owes the difference. */
function entriesOf(before: Draft, after: Draft): Entry[] {
  const { userId: owner, brandId } = after
  const more = after.postedCents - before.postedCents
  const moreFee = after.postedFeeCents - before.postedFeeCents
  const own: Entry[] = []
  if (before.account) own.push({ account: before.account, owner, cents: -before.postedCents })
  if (after.account) own.push({ account: after.account, owner, cents: after.postedCents })
  if (brandId === null) return [...own, { account: 'bonus', owner: OPERATOR, cents: -more }]
  return [
    ...own,
    { account: 'brand', owner: brandId, cents: -moreFee },
    { account: 'platform', owner: OPERATOR, cents: moreFee - more },
  ]
}

const isOrder = ({ state }: Draft) => state !== 'reversed' && state !== 'new'
const revenueOf = (row: Draft) => (isOrder(row) ? row.baseCents : 0)

const differenceOf = (before: Draft, after: Draft) => ({
  orders: Number(isOrder(after)) - Number(isOrder(before)),
  revenueCents: revenueOf(after) - revenueOf(before),
  commissionCents: after.postedCents - before.postedCents,
})

function newsOf(before: Draft, after: Draft): News | null {
  const is = newsKindOf(before, after)
  return is && { is, cents: is === 'reversed' ? before.postedCents : after.postedCents }
}

/** Returns the notification to send. Steps that only continue the waiting have none. */
function newsKindOf(before: Draft, after: Draft) {
  // Without an exchange rate there is no amount to announce.
  if (after.dollars === null) return null
  if (before.dollars === null && after.state === 'available') return 'available'
  if (before.state === 'new' || before.dollars === null) {
    if (after.kind === 'bonus') return 'bonus'
    return after.state === 'reversed' ? null : after.state === 'held' ? 'held' : 'earned'
  }
  if (after.state === before.state)
    return after.postedCents < before.postedCents && after.approvedAt ? 'reduced' : null
  if (after.state === 'available') return 'available'
  if (after.state === 'reversed') return 'reversed'
  return after.state === 'held' ? 'held' : before.state === 'reversed' ? 'earned' : null
}
