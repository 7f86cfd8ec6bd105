import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import type { Account } from '../../platform/db/schema/ledger-schema.ts'

/** Owner of the operator's own accounts. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000'

export type Entry = { account: Account; owner: string; cents: number }
export type Movement = { kind: string; reference: string; entries: Entry[]; at?: Date }

/**
 * The only way in which money moves. Whoever calls it holds the locks of the persons concerned
 * (`lockOwners`). Entries of one account are joined, and those of nothing left out; without any there
 * is nothing to write. Answers the id of the transaction.
 */
export async function post(tx: Tx, { reference, ...movement }: Movement): Promise<string | null> {
  const { transactionId, insert } = posting({
    ...movement,
    of: part`select ${reference}::text as reference`,
  })
  if (transactionId !== null) await tx.named('ledger-post')`${insert}`
  return transactionId
}

/** The same as a part of a larger statement: `of` selects the reference, and nothing where nothing is to be posted. */
export function posting({ kind, entries, at, of }: Posting) {
  const joined = joinedOf(entries)
  const sum = joined.reduce((total, { cents }) => total + cents, 0)
  if (sum !== 0) throw new Error(`post: the entries of ${kind} add up to ${sum}`)
  const transactionId = joined.length === 0 ? null : randomUUID()
  const insert = part`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference, at)
    select ${transactionId}::uuid, account, owner, cents, ${kind}::text, reference,
      coalesce(${at ?? null}::timestamptz, now())
    from (${of}) as referred, unnest(${joined.map(({ account }) => account)}::text[],
      ${joined.map(({ owner }) => owner)}::uuid[],
      ${joined.map(({ cents }) => cents)}::bigint[]) as entry (account, owner, cents)`
  return { transactionId, insert }
}

type Posting = Omit<Movement, 'reference'> & { of: SqlPart }

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
