import { and, asc, eq, exists, gt, lte, sql } from 'drizzle-orm'
import { lockPeople } from '../../platform/db/changes.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brandFunds, conversions, settlements } from '../../platform/db/schema.ts'
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

/** What a brand has paid and no order needs yet, added up as it changes. */
export async function freeFunds(db: DbOrTx, brandId: string): Promise<number> {
  const [row] = await db.select().from(brandFunds).where(eq(brandFunds.brandId, brandId))
  return row ? row.settledCents - row.fundedCents : 0
}

/** Brands of which some order waits for money, and whose money is not used up. */
export async function brandsToFund(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ brandId: brandFunds.brandId })
    .from(brandFunds)
    .where(
      and(
        gt(brandFunds.settledCents, brandFunds.fundedCents),
        exists(
          db
            .select({ id: conversions.id })
            .from(conversions)
            .where(and(eq(conversions.brandId, brandFunds.brandId), waitsForBrand)),
        ),
      ),
    )
  return rows.map(({ brandId }) => brandId)
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
  const covered = await coveredBy(tx, brandId, free)
  if (covered.length === 0) return 0
  const people = covered.map(({ userId }) => userId)
  await lockOwners(tx, people)
  await lockPeople(tx, people)
  // Some may have changed until their people were locked.
  const now = await coveredBy(tx, brandId, free)
  const chosen = now.filter(({ id }) => covered.some((one) => one.id === id))
  for (const row of chosen) {
    const facts = { fundedAt: at, fundedCents: row.feeCents }
    await move(tx, row, facts, { what: 'funded', at })
  }
  return chosen.length
}

/** Approved, and waiting for the money of their brand: `conversions_unfunded` holds just these. */
const waitsForBrand = sql`${conversions.state} = 'approved' and not ${conversions.guaranteed}
  and ${conversions.fundedAt} is null and ${conversions.dollars} is not null`

/** The oldest, as far as the money lasts. Only these are read, however many wait behind them. */
async function coveredBy(tx: Tx, brandId: string, free: number): Promise<Conversion[]> {
  const { orderedAt, id, feeCents } = conversions
  const waiting = tx
    .select({
      id,
      upTo: sql<string>`sum(${feeCents}) over (order by ${orderedAt}, ${id})`.as('up_to'),
    })
    .from(conversions)
    .where(and(eq(conversions.brandId, brandId), waitsForBrand))
    .orderBy(asc(orderedAt), asc(id))
    .limit(AT_ONCE)
    .as('waiting')
  const rows = await tx
    .select({ conversion: conversions })
    .from(waiting)
    .innerJoin(conversions, eq(conversions.id, waiting.id))
    .where(lte(waiting.upTo, String(free)))
    .orderBy(asc(orderedAt), asc(id))
  return rows.map(({ conversion }) => conversion)
}
