import { and, eq, sql } from 'drizzle-orm'
import { nextChange } from '../db/changes.ts'
import type { Tx } from '../db/client.ts'
import { brands, clickEvents, conversionChanges, conversions, links, users } from '../db/schema.ts'
import { foldOrder } from '../analytics/fold-order.ts'
import { notifyEarning } from '../activity/earnings.ts'
import { OPERATOR, post, type Entry } from '../ledger/post.ts'
import { isFree, MOVES, stateOf, type Conversion, type PlacedState } from './states.ts'

export type Said = {
  what: string
  why?: string
  /** A brand's name or `operator`; nobody where time has passed. */
  by?: string
  fingerprint?: string
  at: Date
}
export type Facts = Partial<
  Omit<Conversion, 'id' | 'userId' | 'state' | 'account' | 'postedCents' | 'postedFeeCents'>
>

/**
 * Writes what has become of a conversion: its row, the change, the difference in the ledger, the
 * counters of its link, and what its person is told. All of that or nothing. The row was read under
 * the lock of its person. Asked for twice, the second time finds no difference.
 */
export async function place(
  tx: Tx,
  before: Conversion,
  facts: Facts,
  said: Said,
): Promise<Conversion> {
  const after = afterwards(before, facts, said.at)
  if (!MOVES[before.state][after.state as PlacedState])
    throw new Error(`conversion ${before.id} cannot become ${after.state} from ${before.state}`)
  const { id, ...row } = after
  await post(tx, {
    kind: said.what,
    reference: `conversion:${id}`,
    entries: entriesOf(before, after),
    at: said.at,
  })
  await tx.update(conversions).set(row).where(eq(conversions.id, id))
  const [change] = await tx
    .insert(conversionChanges)
    .values({
      ...said,
      conversionId: id,
      state: after.state,
      cents: worth(after) - worth(before),
    })
    .returning({ id: conversionChanges.id })
  await tellPerson(tx, before, after, { changeId: change?.id ?? 0, why: said.why ?? '' })
  return after
}

function afterwards(before: Conversion, facts: Facts, at: Date): Conversion {
  const merged = { ...before, ...facts }
  const isOver = merged.reversedAt !== null
  const availableAt = isOver ? null : (merged.availableAt ?? (isFree(merged, at) ? at : null))
  const state = stateOf({ ...merged, availableAt })
  return {
    ...merged,
    state,
    availableAt,
    returnPassed: merged.returnPassed || merged.returnEndsAt <= at,
    // What was set aside for it is free for others, as far as it is not needed any more.
    fundedAt: isOver ? null : merged.fundedAt,
    fundedCents: isOver || !merged.fundedAt ? 0 : merged.feeCents,
    account: state === 'reversed' ? null : state,
    postedCents: isOver ? 0 : merged.commissionCents,
    postedFeeCents: isOver ? 0 : merged.feeCents,
  }
}

const worth = ({ postedCents }: Conversion) => postedCents

/** From where it stood to where it stands; whoever pays owes the difference. */
function entriesOf(before: Conversion, after: Conversion): Entry[] {
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

const revenueOf = ({ state, baseCents }: Conversion) =>
  state === 'reversed' || state === 'new' ? 0 : baseCents

/** The counters of the link, and a line in the list of what happened. Who has left has neither. */
async function tellPerson(
  tx: Tx,
  before: Conversion,
  after: Conversion,
  { changeId, why }: { changeId: number; why: string },
) {
  const { userId, linkId, brandId } = after
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!person) return
  const revenue = revenueOf(after) - revenueOf(before)
  const commission = worth(after) - worth(before)
  if (linkId !== null && (revenue !== 0 || commission !== 0)) {
    const changeSeq = await nextChange(tx, userId)
    await tx
      .update(links)
      .set({
        revenueCents: sql`${links.revenueCents} + ${revenue}`,
        commissionCents: sql`${links.commissionCents} + ${commission}`,
        changeSeq,
      })
      .where(and(eq(links.id, linkId), eq(links.userId, userId)))
  }
  await addToDays(tx, before, after)
  const news = newsOf(before, after)
  if (!news) return
  const [brand] = brandId
    ? await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, brandId))
    : []
  const subject = after.linkName || brand?.name || 'Split'
  const { id: conversionId } = after
  const cents = news === 'reversed' ? before.postedCents : after.postedCents
  await notifyEarning(tx, { userId, linkId, conversionId, changeId, is: news, cents, subject, why })
}

const ordersOf = ({ state }: Conversion) => (state === 'reversed' || state === 'new' ? 0 : 1)

/** What the person's days show of their orders; a bonus is none. */
async function addToDays(tx: Tx, before: Conversion, after: Conversion) {
  const { kind, userId, linkId, clickId, orderedAt: at } = after
  const orders = ordersOf(after) - ordersOf(before)
  const revenueCents = revenueOf(after) - revenueOf(before)
  const commissionCents = worth(after) - worth(before)
  if (kind !== 'commission' || (orders === 0 && revenueCents === 0 && commissionCents === 0)) return
  const [click] = clickId
    ? await tx
        .select({
          referrer: clickEvents.referrer,
          device: clickEvents.device,
          country: clickEvents.country,
        })
        .from(clickEvents)
        .where(eq(clickEvents.id, clickId))
    : []
  const from = click ?? { referrer: '', device: '', country: '' }
  await foldOrder(tx, { userId, linkId, at, orders, revenueCents, commissionCents, ...from })
}

/** What is worth a line; a step that somebody only waits for is none. */
function newsOf(before: Conversion, after: Conversion) {
  if (before.state === 'new') {
    if (after.kind === 'bonus') return 'bonus'
    return after.state === 'reversed' ? null : after.state === 'held' ? 'held' : 'earned'
  }
  if (after.state === before.state)
    return after.postedCents < before.postedCents && after.approvedAt ? 'reduced' : null
  if (after.state === 'available') return 'available'
  if (after.state === 'reversed') return 'reversed'
  return after.state === 'held' ? 'held' : before.state === 'reversed' ? 'earned' : null
}
