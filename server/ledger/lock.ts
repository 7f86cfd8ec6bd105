import { inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { ledgerOwners } from '../db/schema.ts'

/**
 * Until the commit nobody else moves money of these people. Locked in one order, and before rows of
 * anything else, so that two never wait for each other.
 */
export async function lockOwners(tx: Tx, owners: Iterable<string>): Promise<void> {
  const sorted = [...new Set(owners)].sort()
  if (sorted.length === 0) return
  await tx
    .insert(ledgerOwners)
    .values(sorted.map((owner) => ({ owner })))
    .onConflictDoNothing()
  await tx
    .select({ owner: ledgerOwners.owner })
    .from(ledgerOwners)
    .where(inArray(ledgerOwners.owner, sorted))
    .orderBy(ledgerOwners.owner)
    .for('update')
}
