import { part, type Sql } from '../../platform/db/sql.ts'
import { CHUNK_COLUMNS, chunkOf, clicksOfChunks } from './chunk.ts'

/** Deletes clicks of deleted links from the rows of closed days. */
export async function deleteFromChunks(sql: Sql, signal: AbortSignal): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select first_id as id from closed_clicks where exists (
      select from unnest(links) as link (id)
      where not exists (select from links where links.id = link.id))
    order by first_id`
  for (const { id } of rows) {
    signal.throwIfAborted()
    // oxlint-disable-next-line no-await-in-loop -- one row at a time, to limit memory
    await repack(sql, id)
  }
}

/** Replaces the contents of a row by those without clicks of deleted links. */
async function repack(sql: Sql, firstId: string): Promise<void> {
  const isOnlyOfDeleted = part`not exists (
    select from links where links.id = any(closed_clicks.links))`
  await sql`delete from closed_clicks where first_id = ${firstId}::uuid and ${isOnlyOfDeleted}`
  const clicks = part`
    select *, id is not null as is_id_kept
    from (${clicksOfChunks(part`first_id = ${firstId}::uuid`)}) as closed
    where exists (select from links where links.id = link_id)`
  const ids = { first: part`closed_clicks.first_id`, last: part`closed_clicks.last_id` }
  await sql`
    update closed_clicks set (${CHUNK_COLUMNS}) = (${chunkOf(clicks, ids)})
    where first_id = ${firstId}::uuid`
}
