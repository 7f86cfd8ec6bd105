import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { ledgerOwners } from '../../platform/db/schema.ts'

/**
 * Until the commit nobody else moves money of these people. Locked in one order, and before rows of
 * anything else, so that two never wait for each other.
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

/** As a rule one person, who has earned before. */
async function isLocked(tx: Tx, owner: string): Promise<boolean> {
  const rows = await tx.named('ledger-lock')`
    select 1 from ledger_owners where owner = ${owner}::uuid for update`
  return rows.length > 0
}
