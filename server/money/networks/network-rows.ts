import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { NetworkRow, NetworkRowEdit } from '#contract/money/networks.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { links, networkRows } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { toUnits } from '../../links/network-income/units.ts'
import { updateLinkSums } from '../../links/network-income/link-sums.ts'

type Paging = { page: number; page_size: number }

/** Returns rows of a user, newest first: all, those without a link, or those with one. */
export async function listRows(
  db: DbOrTx,
  userId: string,
  { unmatched, page, page_size }: Paging & { unmatched?: boolean | undefined },
): Promise<{ results: NetworkRow[]; count: number }> {
  const { linkId } = networkRows
  const matching =
    unmatched === undefined ? undefined : unmatched ? isNull(linkId) : isNotNull(linkId)
  const where = and(eq(networkRows.userId, userId), matching)
  const rows = await db
    .select()
    .from(networkRows)
    .where(where)
    .orderBy(desc(networkRows.happenedAt), desc(networkRows.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return { results: rows.map(toRow), count: await db.$count(networkRows, where) }
}

/** Sets the link of a row. Later reports keep it. */
export async function assignRow(
  { db }: Deps,
  { userId, id }: { userId: string; id: number },
  { link_uuid }: NetworkRowEdit,
): Promise<NetworkRow> {
  return db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    if (link_uuid !== null) {
      const isOwn = and(eq(links.id, link_uuid), eq(links.userId, userId))
      const [link] = await tx.select({ id: links.id }).from(links).where(isOwn)
      if (!link) throw new FieldError('link_uuid', 'This link does not exist.')
    }
    const [row] = await tx
      .update(networkRows)
      .set({ linkId: link_uuid, clickId: null, isAssigned: true })
      .where(and(eq(networkRows.id, id), eq(networkRows.userId, userId)))
      .returning()
    if (!row) throw new HTTPException(404)
    await updateLinkSums(tx, userId, changeSeq)
    return toRow(row)
  })
}

const toRow = (row: typeof networkRows.$inferSelect): NetworkRow => ({
  id: row.id,
  network: row.network,
  happened_at: row.happenedAt.toISOString(),
  amount: toUnits(row.micros, row.currency),
  currency: row.currency,
  status: row.status,
  title: row.title,
  order: row.orderRef,
  sub_id: row.subId,
  link_uuid: row.linkId,
})
