import type { Sql } from '../db/sql.ts'
import type { Log } from '../log/log.ts'
import { unlockJobs } from './worker-locks.ts'

export type DoomedJob = { id: string; name: string; payload: unknown }

/** Text of `last_error` after the process ended during a job. */
const PROCESS_ENDED = 'The process ended in the middle of this job.'
const GIVEN_UP = 'Given up: the process ended during this job more than once.'

/**
 * Frees the jobs of workers whose process is gone, so that other workers run them. A job whose
 * process ended twice may be the cause, so it is given up, which is reported to the waiting user.
 */
export async function releaseDeadWorkers(
  { sql, log }: { sql: Sql; log: Log },
  workers: string[],
  tell: (job: DoomedJob) => Promise<void>,
): Promise<void> {
  if (workers.length === 0) return
  const doomed = await findDoomed(sql, workers)
  for (const job of doomed) {
    log.error('job given up: its process ended during it', { job: job.name, id: job.id })
    // Continue with the other jobs if one cannot be reported.
    await tell(job).catch((error: unknown) =>
      log.error('job given up, but this could not be reported', { error }),
    )
  }
  const ids = doomed.map(({ id }) => id)
  await sql.begin(async (tx) => {
    await tx`
      update graphile_worker._private_jobs set last_error = ${PROCESS_ENDED}
      where locked_by = any(${workers}::text[])`
    await tx`select graphile_worker.force_unlock_workers(${workers}::text[])`
    await tx`select graphile_worker.permanently_fail_jobs(${ids}::bigint[], ${GIVEN_UP})`
  })
}

/**
 * Returns jobs to give up, including those without attempts left. Leaves out jobs that were
 * replaced while running: they have no attempts left and no key.
 */
const findDoomed = (sql: Sql, workers: string[]) => sql<DoomedJob[]>`
  select jobs.id::text, tasks.identifier as name, jobs.payload
  from graphile_worker._private_jobs as jobs
  join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  where jobs.locked_by = any(${workers}::text[]) and (
    (jobs.attempts >= jobs.max_attempts and jobs.key is not null)
    or (jobs.attempts < jobs.max_attempts and jobs.last_error = ${PROCESS_ENDED}))`

/**
 * Recovers jobs of dead workers. Jobs of idle workers are only unlocked, because they never
 * started.
 */
export async function recover(
  parts: { sql: Sql; log: Log },
  { found, idle }: { found: string[]; idle: string[] },
  tell: (job: DoomedJob) => Promise<void>,
): Promise<void> {
  await unlockJobs(
    parts.sql,
    found.filter((worker) => idle.includes(worker)),
  )
  await releaseDeadWorkers(
    parts,
    found.filter((worker) => !idle.includes(worker)),
    tell,
  )
}
