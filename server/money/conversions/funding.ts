import { and, asc, eq, exists, gt, lte, sql } from 'drizzle-orm'
import { lockUsers } from '../../platform/db/changes.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brandFunds, conversions, settlements } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { OPERATOR, post } from '../ledger/post.ts'
import { move } from './move.ts'
import type { Conversion } from './states.ts'

const BATCH_SIZE = 200

/** Books a payment of a brand. Returns undefined if one with this reference exists. */
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

/** Returns the money a brand has paid that is not assigned to orders yet, from running totals. */
export async function freeFunds(db: DbOrTx, brandId: string): Promise<number> {
  const [row] = await db.select().from(brandFunds).where(eq(brandFunds.brandId, brandId))
  return row ? row.settledCents - row.fundedCents : 0
}

/** Returns brands with unassigned money and at least one order that waits for it. */
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
 * Assigns a brand's payments to its approved orders, oldest first, as long as the money lasts. An
 * order is covered in full or not at all. Returns the number of covered orders. Lock order: the
 * brand before any user.
 */
export async function fundOrders(db: Db, brandId: string, at: Date): Promise<number> {
  let covered = 0
  for (;;) {
    const done = await db.transaction((tx) => fundSome(tx, brandId, at))
    covered += done
    if (done < BATCH_SIZE) return covered
  }
}

async function fundSome(tx: Tx, brandId: string, at: Date): Promise<number> {
  await lockOwners(tx, [brandId])
  const freeCents = await freeFunds(tx, brandId)
  if (freeCents <= 0) return 0
  const covered = await coveredBy(tx, brandId, freeCents)
  if (covered.length === 0) return 0
  const people = covered.map(({ userId }) => userId)
  await lockOwners(tx, people)
  await lockUsers(tx, people)
  // Some orders may have changed before their users were locked.
  const now = await coveredBy(tx, brandId, freeCents)
  const chosen = now.filter(({ id }) => covered.some((one) => one.id === id))
  for (const row of chosen) {
    const facts = { fundedAt: at, fundedCents: row.feeCents }
    await move(tx, row, facts, { what: 'funded', at })
  }
  return chosen.length
}

/**
 * Approved and waiting for the brand's payment. The index `conversions_unfunded` contains exactly
 * these rows.
 */
const waitsForBrand = sql`${conversions.state} = 'approved' and not ${conversions.guaranteed}
  and ${conversions.fundedAt} is null and ${conversions.dollars} is not null`

/** Returns the oldest orders that the money covers, without reading any others. */
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
    .limit(BATCH_SIZE)
    .as('waiting')
  const rows = await tx
    .select({ conversion: conversions })
    .from(waiting)
    .innerJoin(conversions, eq(conversions.id, waiting.id))
    .where(lte(waiting.upTo, String(free)))
    .orderBy(asc(orderedAt), asc(id))
  return rows.map(({ conversion }) => conversion)
}
