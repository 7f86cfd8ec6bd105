import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/client.ts'
import { ledgerEntries } from '../db/schema.ts'
import type { Account } from './ledger-schema.ts'

/** Owner of the operator's own accounts. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000'

export type Entry = { account: Account; owner: string; cents: number }
export type Movement = { kind: string; reference: string; entries: Entry[]; at?: Date }

/**
 * The only way in which money moves. Whoever calls it holds the locks of the persons concerned
 * (`lockOwners`). Entries of one account are joined, and those of nothing left out; without any there
 * is nothing to write. Answers the id of the transaction.
 */
export async function post(
  tx: Tx,
  { kind, reference, entries, at }: Movement,
): Promise<string | null> {
  const joined = joinedOf(entries)
  const sum = joined.reduce((total, { cents }) => total + cents, 0)
  if (sum !== 0) throw new Error(`post: the entries of ${reference} add up to ${sum}`)
  if (joined.length === 0) return null
  const transactionId = randomUUID()
  await tx
    .insert(ledgerEntries)
    .values(
      joined.map((entry) => ({ ...entry, transactionId, kind, reference, ...(at && { at }) })),
    )
  return transactionId
}

function joinedOf(entries: Entry[]): Entry[] {
  const joined = new Map<string, Entry>()
  for (const { account, owner, cents } of entries) {
    const key = `${account} ${owner}`
    const before = joined.get(key)?.cents ?? 0
    if (!Number.isSafeInteger(before + cents)) throw new Error('post: not a number of cents')
    joined.set(key, { account, owner, cents: before + cents })
  }
  return [...joined.values()].filter(({ cents }) => cents !== 0)
}
