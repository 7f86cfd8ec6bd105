import { EventEmitter } from 'node:events'
import { sql as raw } from 'drizzle-orm'
import {
  Logger,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { Pool } from 'pg'
import type { Sql } from 'postgres'
import type { DbOrTx } from '../db/client.ts'
import type { Delivery } from '../domain/deliveries.ts'
import type { Deps } from '../env.ts'
import type { Log } from '../log.ts'
import { exportCsv } from './export.ts'
import { abuseMail } from './abuse-mail.ts'
import { extract } from './extract.ts'
import { importLinks } from './import-links.ts'
import { sweep } from './sweep-uploads.ts'
import { unlockDead, type Liveness, watchLiveness } from './liveness.ts'
import { linkHealth } from './link-health.ts'
import { milestones } from './milestones.ts'
import { passwordMail } from './password-mail.ts'
import { push } from './push.ts'

/** What each job is told. Small and by id: the handler reads the rest when it runs. */
export type JobPayloads = {
  export: { exportId: string }
  extract: { linkId: string }
  'link-health': { isHourly: boolean }
  'import-links': { importId: string }
  milestones: { reached: [linkId: string, clicks: number][] }
  'password-mail': { email: string }
  push: Delivery[]
  'abuse-mail': { reportId: number }
  'sweep-uploads': Record<string, never>
}
export type JobName = keyof JobPayloads

/**
 * A handler may be run again after a crash; `signal` says that the server is going down. One whose
 * payload is a list may answer a promise for each entry: entries that fail are tried again alone.
 */
export type JobHandler<Name extends JobName> = (
  deps: Deps,
  payload: JobPayloads[Name],
  signal: AbortSignal,
) => Promise<void | Promise<void>[]>

const handlers: { [Name in JobName]: JobHandler<Name> } = {
  export: exportCsv,
  extract,
  'link-health': linkHealth,
  'import-links': importLinks,
  milestones,
  'password-mail': passwordMail,
  push,
  'abuse-mail': abuseMail,
  'sweep-uploads': sweep,
}

export type JobOptions = {
  key?: string
  runAt?: Date
  maxAttempts?: number
  /** Jobs of one queue are done one after the other. */
  queue?: string
  /** Those with a lower number are done first; 0 unless said. */
  priority?: number
}

export type Jobs = {
  migrate(): Promise<void>
  /** Joins the caller's transaction: no commit, no job. A job with the same key is replaced. */
  add<Name extends JobName>(
    db: DbOrTx,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>
  start(): Promise<void>
  /** Takes no new job, gives running ones a moment to end, and hands back those that do not. */
  stop(): Promise<void>
}

const CONCURRENCY = 3
/** How long a stopping server waits for jobs before it hands them back. */
const GRACE_MS = 3000
const RECOVERY_MS = 15_000

/** Jobs live in the database: they survive a restart and run once across all processes. */
export function createJobs(options: {
  connectionString: string
  sql: Sql
  log: Log
  deps: () => Deps
}): Jobs {
  const { connectionString, sql, log } = options
  let running:
    | { runner: Runner; pool: Pool; liveness: Liveness; recovery: NodeJS.Timeout }
    | undefined
  const logger = new Logger(() => (level, message, meta) => {
    const severity: string = level
    // What the end of a running server interrupts is done later, and no error.
    const isError = severity === 'error' && running !== undefined
    const write = isError ? log.error : log.debug
    write(`jobs: ${message}`, isError ? { error: meta?.['error'] } : {})
  })
  return {
    migrate: () => runMigrations({ connectionString, logger }),
    add: addJob,

    async start() {
      if (running) return
      await unlockDead(sql)
      const events: WorkerEvents = new EventEmitter()
      const liveness = await watchLiveness(sql, events)
      const pool = openPool(connectionString, log)
      const runner = await run({
        pgPool: pool,
        logger,
        events,
        taskList: toTasks(options.deps),
        parsedCronItems: [],
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: GRACE_MS,
      })
      runner.promise.catch((error: unknown) => log.error('jobs: the queue stopped', { error }))
      const recovery = setInterval(() => {
        unlockDead(sql).catch((error: unknown) => log.warn('jobs: recovery failed', { error }))
      }, RECOVERY_MS)
      recovery.unref()
      running = { runner, pool, liveness, recovery }
    },

    async stop() {
      if (!running) return
      const { runner, pool, liveness, recovery } = running
      running = undefined
      clearInterval(recovery)
      await runner.stop()
      await liveness.stop()
      await pool.end()
    },
  }
}

/**
 * The queue's connections. Its own pool would be left to close by itself after the queue has ended,
 * and a connection that the database ends in that moment would be an error nobody hears.
 */
function openPool(connectionString: string, log: Log): Pool {
  const pool = new Pool({ connectionString, max: CONCURRENCY + 1 })
  pool.on('error', (error) => log.debug('jobs: a connection ended', { error }))
  return pool
}

async function addJob(db: DbOrTx, name: JobName, payload: object, options: JobOptions = {}) {
  await db.execute(raw`select graphile_worker.add_job(
    identifier := ${name}::text,
    payload := ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts := ${options.maxAttempts ?? null}::int,
    queue_name := ${options.queue ?? null}::text,
    priority := ${options.priority ?? null}::int,
    job_key := ${options.key ?? null}::text)`)
}

const toTasks = (deps: () => Deps): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        // Each payload was written by `add`, which knows its job's type.
        const run = handler as JobHandler<JobName>
        return run(deps(), payload as never, abortSignal ?? new AbortController().signal)
      },
    ]),
  )
