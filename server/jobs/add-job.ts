import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import type { JobName, JobOptions, JobPayloads } from './jobs.ts'

/** `jobs.add` for whoever has no more than a transaction, such as the operator's command. */
export async function addJob<Name extends JobName>(
  db: DbOrTx,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(
    identifier := ${name}::text,
    payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts := ${options.maxAttempts ?? null}::int,
    queue_name := ${options.queue ?? null}::text,
    priority := ${options.priority ?? null}::int,
    job_key := ${options.key ?? null}::text)`)
}
