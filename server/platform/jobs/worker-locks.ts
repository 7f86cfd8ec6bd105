import type { Worker, WorkerEvents } from 'graphile-worker'
import type { Sql } from '../db/sql.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'

export type WorkerLocks = {
  /** Returns ids of workers of this process that run no job. */
  idle(): string[]
  stop(): Promise<void>
}

const LOCK = 'select pg_advisory_lock(hashtextextended($1, 0))'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/**
 * Holds an advisory lock per worker as long as this process lives. The queue itself keeps jobs of a
 * killed process locked for hours; with these locks, jobs of dead workers can be found and freed.
 */
export async function holdWorkerLocks(
  dedicated: DedicatedConnection,
  events: WorkerEvents,
): Promise<WorkerLocks> {
  const workers = new Map<string, Worker>()
  const lockedIds = new Set<string>()
  let pending = Promise.resolve()

  /** Acquires and releases locks so that they match the current workers. */
  async function updateLocks(ask: DedicatedConnection['ask']) {
    for (const id of lockedIds) {
      if (workers.has(id)) continue
      await ask(UNLOCK, [id])
      lockedIds.delete(id)
    }
    for (const id of workers.keys()) {
      if (lockedIds.has(id)) continue
      await ask(LOCK, [id])
      lockedIds.add(id)
    }
  }
  const scheduleUpdate = () => {
    // Without a connection there are no locks. The next connection acquires all of them.
    pending = pending
      .then(() => updateLocks((text, values) => dedicated.ask(text, values)))
      .catch(() => {})
    return pending
  }
  events.on('worker:create', ({ worker }) => {
    workers.set(worker.workerId, worker)
    void scheduleUpdate()
  })
  events.on('worker:stop', ({ worker }) => {
    workers.delete(worker.workerId)
    void scheduleUpdate()
  })
  const removeSettle = await dedicated.keep(async (ask) => {
    lockedIds.clear()
    await updateLocks(ask)
  })
  return {
    idle: () =>
      [...workers.values()].filter((one) => !one.getActiveJob()).map((one) => one.workerId),
    async stop() {
      removeSettle()
      workers.clear()
      await scheduleUpdate()
    },
  }
}

/**
 * Returns workers that hold a job but no lock. Ignores jobs taken in the last 5 seconds, whose
 * worker may not have its lock yet. A worker in `idle` counts as dead, too: the database was lost
 * before it learned of its job.
 */
export async function findDead(sql: Sql, idle: string[] = []): Promise<string[]> {
  const rows = await sql<{ locked_by: string }[]>`
    with owners as materialized (
      select locked_by from graphile_worker._private_jobs
      where locked_by is not null
      group by locked_by
      having max(locked_at) < now() - interval '5 seconds'
    )
    select locked_by from owners
    where locked_by = any(${idle}::text[])
      or pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`
  return rows.map((row) => row.locked_by)
}

/** Returns the jobs of these workers to the queue. */
export async function unlockJobs(sql: Sql, workers: string[]): Promise<void> {
  if (workers.length === 0) return
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`
}
