import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { lockPeople } from '../db/changes.ts'
import type { Db, DbOrTx, Tx } from '../db/client.ts'
import { conversions, settlements } from '../db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { OPERATOR, post } from '../ledger/post.ts'
import { move } from './move.ts'
import type { Conversion } from './states.ts'

const AT_ONCE = 200

/** A payment of a brand; undefined when one with that reference is booked already. */
export async function bookSettlement(
  tx: Tx,
  paid: { brandId: string; cents: number; reference: string; at: Date },
): Promise<number | undefined> {
  const { brandId, cents, reference, at } = paid
  await lockOwners(tx, [brandId])
  const [row] = await tx
    .insert(settlements)
    .values(paid)
    .onConflictDoNothing()
    .returning({ id: settlements.id })
  if (!row) return undefined
  await post(tx, {
    kind: 'settled',
    reference: `settlement:${row.id} ${reference}`,
    at,
    entries: [
      { account: 'brand', owner: brandId, cents },
      { account: 'cash', owner: OPERATOR, cents: -cents },
    ],
  })
  return row.id
}

/** What a brand has paid and no order needs yet. */
export async function freeFunds(db: DbOrTx, brandId: string): Promise<number> {
  const [row] = await db.execute<{ free: string }>(sql`
    select (
      coalesce((select sum(cents) from ${settlements} where brand_id = ${brandId}), 0) -
      coalesce((select sum(funded_cents) from ${conversions} where brand_id = ${brandId}), 0)
    )::text as free`)
  return Number(row?.free ?? 0)
}

/**
 * Gives what a brand has paid to its approved orders, the oldest first, as far as it lasts. An order
 * is covered as a whole. The brand is locked before any person, and nobody locks one the other way.
 */
export async function fundOrders(db: Db, brandId: string, at: Date): Promise<number> {
  let covered = 0
  for (;;) {
    const done = await db.transaction((tx) => fundSome(tx, brandId, at))
    covered += done
    if (done < AT_ONCE) return covered
  }
}

async function fundSome(tx: Tx, brandId: string, at: Date): Promise<number> {
  await lockOwners(tx, [brandId])
  const free = await freeFunds(tx, brandId)
  if (free <= 0) return 0
  const waiting = await unfunded(tx, brandId)
  const covered = within(free, waiting)
  const people = covered.map(({ userId }) => userId)
  await lockOwners(tx, people)
  await lockPeople(tx, people)
  // Some may have changed until their people were locked.
  const now = await unfunded(tx, brandId)
  const chosen = within(free, now).filter(({ id }) => covered.some((one) => one.id === id))
  for (const row of chosen) {
    const facts = { fundedAt: at, fundedCents: row.feeCents }
    await move(tx, row, facts, { what: 'funded', at })
  }
  return chosen.length
}

/** Approved, and waiting for the money of their brand. */
export const waitsForBrand = and(
  eq(conversions.state, 'approved'),
  eq(conversions.guaranteed, false),
  isNull(conversions.fundedAt),
  isNotNull(conversions.dollars),
)

const unfunded = (tx: Tx, brandId: string) =>
  tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.brandId, brandId), waitsForBrand))
    .orderBy(asc(conversions.orderedAt), asc(conversions.id))
    .limit(AT_ONCE)

function within(free: number, rows: Conversion[]): Conversion[] {
  const covered: Conversion[] = []
  let left = free
  for (const row of rows) {
    if (row.feeCents > left) break
    left -= row.feeCents
    covered.push(row)
  }
  return covered
}
