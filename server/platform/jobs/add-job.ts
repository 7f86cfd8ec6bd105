import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import type { JobName, JobOptions, JobPayloads, NewJob } from './job-types.ts'

/** Adds a job, like `jobs.add`. For callers without a queue, such as the operator's commands. */
export async function addJob<Name extends JobName>(
  db: DbOrTx,
  name: Name,
  payload: JobPayloads[Name],
  { queue = queueOf(name), ...options }: JobOptions = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(
    identifier := ${name}::text,
    payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts := ${options.maxAttempts ?? null}::int,
    queue_name := ${queue ?? null}::text,
    priority := ${options.priority ?? null}::int,
    job_key := ${options.key ?? null}::text)`)
}

/**
 * Returns the queue for a job. Emails have their own queue, so that a slow mail server delays only
 * emails.
 */
const queueOf = (name: JobName) => (name.endsWith('-mail') ? 'mail' : undefined)

/** Adds many jobs with one statement, like `jobs.addAll`. */
export async function addJobs(db: DbOrTx, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = jobs.map(({ name, payload, options }) => ({
    identifier: name,
    payload,
    run_at: options.runAt?.toISOString(),
    max_attempts: options.maxAttempts,
    queue_name: options.queue ?? queueOf(name),
    priority: options.priority,
    job_key: options.key,
  }))
  await db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`)
}
