import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { ledgerOwners } from '../../platform/db/schema.ts'

/**
 * Locks the money of these owners until the commit. Locks are taken in a fixed order and before
 * rows of other tables, to avoid deadlocks.
 */
export async function lockOwners(tx: Tx, owners: Iterable<string>): Promise<void> {
  const sorted = [...new Set(owners)].sort()
  const [first] = sorted
  if (first === undefined) return
  if (sorted.length === 1 && (await isLocked(tx, first))) return
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

/** Fast path for the usual case: one owner who has earned before. */
async function isLocked(tx: Tx, owner: string): Promise<boolean> {
  const rows = await tx.named('ledger-lock')`
    select 1 from ledger_owners where owner = ${owner}::uuid for update`
  return rows.length > 0
}
