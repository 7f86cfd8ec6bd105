import type { TransactionSql } from '../../platform/db/sql.ts'
import { list } from '../../platform/db/array-literal.ts'

/** Names of visitors by the person whom they are. */
export type OwnVisitors = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Which visitors are these people themselves, by the names of the last days (server/redirect/clicks/own-devices.ts).
 * One look a fold, by an index: most people have one name a day, whoever clicks on their links.
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
