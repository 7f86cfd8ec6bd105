import { eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { ledgerCheckpoints, ledgerEntries, ledgerOwners } from '../../platform/db/schema.ts'
import type { Account } from '../../platform/db/schema/ledger-schema.ts'
import { lockOwners } from './lock.ts'

/** Balance of each account of an owner in cents. Accounts without entries are left out. */
export type Sums = Partial<Record<Account, number>>

/**
 * Returns the sums of all entries of an owner: the latest checkpoint plus all later entries. These
 * are two queries, so that PostgreSQL knows the id of the checkpoint and plans for only a few later
 * entries. A checkpoint written between them does not change the sums.
 */
export async function sumsOf(db: DbOrTx, owner: string): Promise<Sums> {
  const known = await db.select().from(ledgerCheckpoints).where(eq(ledgerCheckpoints.owner, owner))
  const through = Math.max(0, ...known.map(({ throughId }) => throughId))
  const later = await db.execute<{ account: Account; cents: string }>(sql`
    select account, sum(cents)::text as cents from ${ledgerEntries}
    where owner = ${owner} and id > ${through} group by account`)
  const sums: Sums = {}
  for (const { account, cents } of [...known, ...later])
    sums[account] = (sums[account] ?? 0) + Number(cents)
  return sums
}

export const availableOf = async (db: DbOrTx, owner: string) =>
  (await sumsOf(db, owner)).available ?? 0

/**
 * Stores the current sums of an owner, under their lock, so that no earlier entry can be added
 * later.
 */
export async function writeCheckpoint(tx: Tx, owner: string): Promise<void> {
  await lockOwners(tx, [owner])
  const sums = await sumsOf(tx, owner)
  const [latest] = await tx.execute<{ id: string | null }>(
    sql`select max(id)::text as id from ${ledgerEntries} where owner = ${owner}`,
  )
  const throughId = Number(latest?.id ?? 0)
  const rows = Object.entries(sums) as [Account, number][]
  if (rows.length === 0) return
  await tx
    .insert(ledgerCheckpoints)
    .values(rows.map(([account, cents]) => ({ owner, account, cents, throughId })))
    .onConflictDoUpdate({
      target: [ledgerCheckpoints.owner, ledgerCheckpoints.account],
      set: { cents: sql`excluded.cents`, throughId: sql`excluded.through_id`, at: sql`now()` },
    })
}

/** Minimum number of later entries for a new checkpoint. Fewer cost hardly any time. */
const MIN_ENTRIES = 500

/**
 * Writes checkpoints for owners with many entries since their last one. Returns their number. Reads
 * at most that many index entries per owner, so the cost grows with the number of owners, not of
 * entries.
 */
export async function writeCheckpoints(db: DbOrTx, minEntries = MIN_ENTRIES): Promise<number> {
  const rows = await db.execute<{ owner: string }>(sql`
    select owners.owner from ${ledgerOwners} as owners
    cross join lateral (
      select coalesce(max(through_id), 0) as through_id from ${ledgerCheckpoints}
      where owner = owners.owner
    ) as known
    cross join lateral (
      select id from ${ledgerEntries} where owner = owners.owner and id > known.through_id
      order by id offset ${minEntries} limit 1
    ) as beyond`)
  for (const { owner } of rows) await db.transaction((tx) => writeCheckpoint(tx, owner))
  return rows.length
}
