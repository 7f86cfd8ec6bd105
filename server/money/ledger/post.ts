import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import type { Account } from '../../platform/db/schema/ledger-schema.ts'

/** Owner id of the operator's own accounts. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000'

export type Entry = { account: Account; owner: string; cents: number }
export type Movement = { kind: string; reference: string; entries: Entry[]; at?: Date }

/**
 * Moves money. All movements go through this function or `postSql`. The caller holds the locks of
 * the owners (`lockOwners`). Entries of the same account are merged and zero entries dropped.
 * Returns the transaction id, or null if nothing remains. Throws if the entries do not add up to
 * zero.
 */
export async function post(tx: Tx, { reference, ...movement }: Movement): Promise<string | null> {
  const { transactionId, insert } = postSql({
    ...movement,
    of: part`select ${reference}::text as reference`,
  })
  if (transactionId !== null) await tx.named('ledger-post')`${insert}`
  return transactionId
}

/**
 * Returns the same insert for a larger statement. `of` selects the reference, or no row if nothing
 * is to be posted.
 */
export function postSql({ kind, entries, at, of }: PostInput) {
  const { transactionId, merged } = movementOf(kind, entries)
  const insert = part`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference, at)
    select ${transactionId}::uuid, account, owner, cents, ${kind}::text, reference,
      coalesce(${at ?? null}::timestamptz, now())
    from (${of}) as referred, unnest(${merged.map(({ account }) => account)}::text[],
      ${merged.map(({ owner }) => owner)}::uuid[],
      ${merged.map(({ cents }) => cents)}::bigint[]) as entry (account, owner, cents)`
  return { transactionId, insert }
}

type PostInput = Omit<Movement, 'reference'> & { of: SqlPart }

/** Returns the entries to insert, and their transaction id or null if nothing remains. */
export function movementOf(kind: string, entries: Entry[]) {
  const merged = mergeEntries(entries)
  const sum = merged.reduce((total, { cents }) => total + cents, 0)
  if (sum !== 0) throw new Error(`post: the entries of ${kind} add up to ${sum}`)
  return { transactionId: merged.length === 0 ? null : randomUUID(), merged }
}

function mergeEntries(entries: Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const { account, owner, cents } of entries) {
    const key = `${account} ${owner}`
    const before = merged.get(key)?.cents ?? 0
    if (!Number.isSafeInteger(before + cents)) throw new Error('post: not a number of cents')
    merged.set(key, { account, owner, cents: before + cents })
  }
  return [...merged.values()].filter(({ cents }) => cents !== 0)
}
