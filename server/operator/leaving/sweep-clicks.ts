import type { Deps } from '../../env.ts'
import { deleteFromChunks } from '../../redirect/click-log/delete-from-chunks.ts'

const BATCH_SIZE = 20_000
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes clicks of deleted links, including visitor names. Clicks have no index by link, because
 * it would slow down every insert, so all clicks are scanned in order. Closed clicks come last: a
 * click that is closed during the first scan is found by the second.
 */
export async function sweepClicks({ sql }: Pick<Deps, 'sql'>, signal: AbortSignal): Promise<void> {
  for (let last: string | null = NIL_UUID; last !== null;) {
    signal.throwIfAborted()
    const rows: { last: string | null }[] = await sql`
      with batch as (
        select id, link_id from click_events where id > ${last}::uuid order by id limit ${BATCH_SIZE}
      ), gone as (
        delete from click_events using batch
        where click_events.id = batch.id
          and not exists (select from links where links.id = batch.link_id)
      )
      select (select id::text from batch order by id desc limit 1) as last`
    last = rows[0]?.last ?? null
  }
  await deleteFromChunks(sql, signal)
}
