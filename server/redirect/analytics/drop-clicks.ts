import type { Deps } from '../../env.ts'

/** Number of clicks per statement, small enough not to block other work. */
const BATCH_SIZE = 10_000

/**
 * Deletes single clicks older than the operator's limit; the sums stay. Click ids begin with the
 * time, so the primary key index finds the oldest. While sums are being rebuilt from clicks,
 * nothing is deleted until the next day.
 */
export async function deleteOldClicks(
  { sql, config }: Deps,
  _: object,
  signal: AbortSignal,
): Promise<void> {
  const [rebuilding] = await sql`
    select 1 from graphile_worker.jobs where task_identifier = 'rebuild-days' limit 1`
  if (rebuilding) return
  const oldest = minIdAt(Date.now() - config.clickLogDays * 24 * 60 * 60 * 1000)
  for (let dropped = BATCH_SIZE; dropped === BATCH_SIZE;) {
    signal.throwIfAborted()
    const rows = await sql`
      with old as (
        select id from click_events where id < ${oldest}::uuid order by id limit ${BATCH_SIZE}
      )
      delete from click_events using old where click_events.id = old.id returning 1`
    dropped = rows.length
  }
}

/** Returns the lowest possible click id of a time (UUIDv7). */
function minIdAt(at: number): string {
  const hex = Math.floor(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
