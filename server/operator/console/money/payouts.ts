import { desc, eq, inArray, sql } from 'drizzle-orm'
import { openPayouts } from '../../../money/wallet/payouts.ts'
import type { RedemptionRow } from '../../../money/wallet/redemption-rows.ts'
import type { Db } from '../../../platform/db/client.ts'
import { payoutBatches, redemptions, users } from '../../../platform/db/schema.ts'

export type Payout = RedemptionRow & { email: string | null }

async function withEmails(db: Db, rows: RedemptionRow[]): Promise<Payout[]> {
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.map(({ userId }) => userId))]))
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? null }))
}

/** Returns requests that wait and are in no batch, oldest first. */
export async function payoutsToDecide(db: Db): Promise<Payout[]> {
  const rows = await openPayouts(db)
  return withEmails(
    db,
    rows.filter(({ batchId }) => batchId === null),
  )
}

/** Returns the payouts with these ids, oldest first. */
export async function payoutsById(db: Db, ids: readonly number[]): Promise<Payout[]> {
  const rows = await db
    .select()
    .from(redemptions)
    .where(inArray(redemptions.id, [...ids]))
    .orderBy(redemptions.id)
  return withEmails(db, rows)
}

const MAX_BATCHES = 50

/** Returns batches with the number of payouts, those still waiting and the sum, newest first. */
export const listBatches = (db: Db, id?: number) =>
  db
    .select({
      batch: payoutBatches,
      count: sql<number>`count(${redemptions.id})::int`,
      waiting: sql<number>`count(*) filter (where ${redemptions.state} = 'processing')::int`,
      cents: sql<string>`coalesce(sum(${redemptions.cents}), 0)::text`,
    })
    .from(payoutBatches)
    .leftJoin(redemptions, eq(redemptions.batchId, payoutBatches.id))
    .where(id === undefined ? undefined : eq(payoutBatches.id, id))
    .groupBy(payoutBatches.id)
    .orderBy(desc(payoutBatches.id))
    .limit(MAX_BATCHES)

export type Batch = Awaited<ReturnType<typeof listBatches>>[number]

/** Returns a batch with its payouts, or undefined if there is none. */
export async function readBatch(db: Db, id: number) {
  const [batch] = await listBatches(db, id)
  if (!batch) return undefined
  const rows = await db
    .select()
    .from(redemptions)
    .where(eq(redemptions.batchId, id))
    .orderBy(redemptions.id)
  return { ...batch, payouts: await withEmails(db, rows) }
}

export type BatchView = NonNullable<Awaited<ReturnType<typeof readBatch>>>
