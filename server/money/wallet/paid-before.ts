import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { redemptions } from '../../platform/db/schema.ts'

/** Whether the operator has paid this person before: the first time is looked at by hand. */
export async function hasBeenPaid(tx: Tx, userId: string): Promise<boolean> {
  const [paid] = await tx
    .select({ id: redemptions.id })
    .from(redemptions)
    .where(and(eq(redemptions.userId, userId), eq(redemptions.state, 'paid')))
    .limit(1)
  return paid !== undefined
}
