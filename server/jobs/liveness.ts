import type { WorkerEvents } from 'graphile-worker'
import type { Sql } from 'postgres'

export type Liveness = { stop(): Promise<void> }

/**
 * The queue keeps a job locked for hours when its process was killed. So every worker holds an
 * advisory lock as long as its process lives, and a job whose worker holds none is free again.
 */
export async function watchLiveness(sql: Sql, events: WorkerEvents): Promise<Liveness> {
  const connection = await sql.reserve()
  const lock = async (before: Promise<void>, id: string) => {
    await before
    await connection`select pg_advisory_lock(hashtextextended(${id}, 0))`
  }
  let locking = Promise.resolve()
  events.on('worker:create', ({ worker }) => {
    locking = lock(locking, worker.workerId)
    locking.catch(() => {})
  })
  return {
    async stop() {
      try {
        await locking
        await connection`select pg_advisory_unlock_all()`
      } catch {
        // The connection was lost, and its locks with it.
      }
      connection.release()
    },
  }
}

/** Frees the jobs of processes that are gone. A worker has a moment to take its lock. */
export async function unlockDead(sql: Sql): Promise<void> {
  await sql`
    with owners as materialized (
      select locked_by from graphile_worker._private_jobs
      where locked_by is not null
      group by locked_by
      having max(locked_at) < now() - interval '5 seconds'
    )
    select graphile_worker.force_unlock_workers(array(
      select locked_by from owners
      where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
    ))`
}
