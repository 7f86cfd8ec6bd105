import type { TransactionSql } from '../../platform/db/sql.ts'
import { list } from '../../platform/db/array-literal.ts'

/** Visitor ids by user id. */
export type OwnVisitors = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns the visitor ids under which these users would click themselves, as recorded in the last
 * days (server/redirect/clicks/own-devices.ts). One indexed query per fold; most users have one id
 * a day.
 */
export async function ownVisitorsOf(
  tx: TransactionSql,
  userIds: Iterable<string>,
): Promise<OwnVisitors> {
  const rows = await tx<{ user_id: string; visitor: string }[]>`
    select user_id, visitor from own_visitors where user_id = any(${list(userIds)}::text::uuid[])`
  const found = new Map<string, Set<string>>()
  for (const { user_id, visitor } of rows) {
    const known = found.get(user_id)
    if (known) known.add(visitor)
    else found.set(user_id, new Set([visitor]))
  }
  return found
}
