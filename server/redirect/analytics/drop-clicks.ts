import type { Deps } from '../../env.ts'
import { minClickId } from '../clicks/click-id.ts'

/** Number of clicks per statement, small enough not to block other work. */
const BATCH_SIZE = 10_000

/**
 * Deletes single clicks older than the operator's limit; the sums stay. Rows of closed clicks are
 * deleted when all their clicks are older. Click ids begin with the time, so the primary key index
 * finds the oldest. While sums are being rebuilt from clicks, nothing is deleted until the next day.
 */
export async function deleteOldClicks(
  { sql, config }: Deps,
  _: object,
  signal: AbortSignal,
): Promise<void> {
  const [rebuilding] = await sql`
    select 1 from graphile_worker.jobs where task_identifier = 'rebuild-days' limit 1`
  if (rebuilding) return
  const oldest = minClickId(Date.now() - config.clickLogDays * 24 * 60 * 60 * 1000)
  for (let dropped = BATCH_SIZE; dropped === BATCH_SIZE;) {
    signal.throwIfAborted()
    const rows = await sql`
      with old as (
        select id from click_events where id < ${oldest}::uuid order by id limit ${BATCH_SIZE}
      )
      delete from click_events using old where click_events.id = old.id returning 1`
    dropped = rows.length
  }
  await sql`
    delete from closed_clicks where first_id < ${oldest}::uuid and last_id < ${oldest}::uuid`
}
