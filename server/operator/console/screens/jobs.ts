import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'

export type FailedJob = { id: string; job: string; attempts: number; error: string; at: string }

const MAX_LISTED = 100

/**
 * Returns jobs that failed after all attempts, newest first. Leaves out their payloads, which may
 * contain email addresses.
 */
export async function failedJobs(db: Db): Promise<FailedJob[]> {
  const [found] = await db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  if (!found?.there) return []
  return db.execute<FailedJob>(sql`
    select jobs.id::text as id, tasks.identifier as job, jobs.attempts::int as attempts,
      left(coalesce(jobs.last_error, ''), 500) as error, jobs.updated_at::text as at
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
    order by jobs.updated_at desc, jobs.id desc limit ${MAX_LISTED}`)
}
