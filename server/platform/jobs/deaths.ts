import type { Sql } from '../db/sql.ts'
import type { Log } from '../log/log.ts'
import { unlock } from './worker-locks.ts'

export type DoomedJob = { id: string; name: string; payload: unknown }

/** Stands as a job's last error from the first time that its process ended in the middle of it. */
const DIED = 'The process ended in the middle of this job.'
const GIVEN_UP = 'Given up: the process ended in the middle of this job, again and again.'

/**
 * Frees the jobs of workers whose process is gone, so that another does them. One whose process ended
 * twice may well be the reason, so it is given up, and `tell` says so to whoever waits for it.
 */
export async function takeOver(
  { sql, log }: { sql: Sql; log: Log },
  workers: string[],
  tell: (job: DoomedJob) => Promise<void>,
): Promise<void> {
  if (workers.length === 0) return
  const doomed = await doomedOf(sql, workers)
  for (const job of doomed) {
    log.error('job given up: its process ended in the middle of it', { job: job.name, id: job.id })
    // Others must not wait for one that cannot be told.
    await tell(job).catch((error: unknown) => log.error('job given up in silence', { error }))
  }
  const ids = doomed.map(({ id }) => id)
  await sql.begin(async (tx) => {
    await tx`
      update graphile_worker._private_jobs set last_error = ${DIED}
      where locked_by = any(${workers}::text[])`
    await tx`select graphile_worker.force_unlock_workers(${workers}::text[])`
    await tx`select graphile_worker.permanently_fail_jobs(${ids}::bigint[], ${GIVEN_UP})`
  })
}

/** Also one that has no attempt left. A job that was replaced while it ran has none, and lost its key. */
const doomedOf = (sql: Sql, workers: string[]) => sql<DoomedJob[]>`
  select jobs.id::text, tasks.identifier as name, jobs.payload
  from graphile_worker._private_jobs as jobs
  join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  where jobs.locked_by = any(${workers}::text[]) and (
    (jobs.attempts >= jobs.max_attempts and jobs.key is not null)
    or (jobs.attempts < jobs.max_attempts and jobs.last_error = ${DIED}))`

/** Those that never heard of their job have not ended: it is just free again. */
export async function recover(
  parts: { sql: Sql; log: Log },
  { found, idle }: { found: string[]; idle: string[] },
  tell: (job: DoomedJob) => Promise<void>,
): Promise<void> {
  await unlock(
    parts.sql,
    found.filter((worker) => idle.includes(worker)),
  )
  await takeOver(
    parts,
    found.filter((worker) => !idle.includes(worker)),
    tell,
  )
}
