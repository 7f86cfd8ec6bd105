import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { redemptions } from '../../platform/db/schema.ts'

/** Returns whether the user has been paid before. First payouts are reviewed by the operator. */
export async function hasBeenPaid(tx: Tx, userId: string): Promise<boolean> {
  const [paid] = await tx
    .select({ id: redemptions.id })
    .from(redemptions)
    .where(and(eq(redemptions.userId, userId), eq(redemptions.state, 'paid')))
    .limit(1)
  return paid !== undefined
}
