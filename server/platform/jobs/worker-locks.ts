import type { Worker, WorkerEvents } from 'graphile-worker'
import type { Sql } from '../db/sql.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'

export type WorkerLocks = {
  /** Workers of this process that do nothing right now. */
  idle(): string[]
  stop(): Promise<void>
}

const LOCK = 'select pg_advisory_lock(hashtextextended($1, 0))'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/**
 * The queue keeps a job locked for hours when its process was killed. So every worker holds an
 * advisory lock as long as its process lives, and a job whose worker holds none is free again.
 */
export async function holdWorkerLocks(
  dedicated: DedicatedConnection,
  events: WorkerEvents,
): Promise<WorkerLocks> {
  const workers = new Map<string, Worker>()
  const held = new Set<string>()
  let turn = Promise.resolve()

  /** Brings the locks in line with the workers, whatever has happened in between. */
  async function settle(ask: DedicatedConnection['ask']) {
    for (const id of held) {
      if (workers.has(id)) continue
      await ask(UNLOCK, [id])
      held.delete(id)
    }
    for (const id of workers.keys()) {
      if (held.has(id)) continue
      await ask(LOCK, [id])
      held.add(id)
    }
  }
  const settleNow = () => {
    // Without a connection there are no locks to change, and the next one takes them all.
    turn = turn.then(() => settle((text, values) => dedicated.ask(text, values))).catch(() => {})
    return turn
  }
  events.on('worker:create', ({ worker }) => {
    workers.set(worker.workerId, worker)
    void settleNow()
  })
  events.on('worker:stop', ({ worker }) => {
    workers.delete(worker.workerId)
    void settleNow()
  })
  const unkeep = await dedicated.keep(async (ask) => {
    held.clear()
    await settle(ask)
  })
  return {
    idle: () =>
      [...workers.values()].filter((one) => !one.getActiveJob()).map((one) => one.workerId),
    async stop() {
      unkeep()
      workers.clear()
      await settleNow()
    },
  }
}

/**
 * Workers that hold a job and are gone. One that took its job a moment ago may not have its lock yet;
 * one that is `idle` never heard that it got a job, as when the database was lost in that moment.
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

/** Frees the jobs of these workers. */
export async function unlock(sql: Sql, workers: string[]): Promise<void> {
  if (workers.length === 0) return
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`
}
