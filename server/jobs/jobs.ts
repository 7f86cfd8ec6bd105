import type { TaskList } from 'graphile-worker'
import type { Sql } from 'postgres'
import type { DbOrTx } from '../db/client.ts'
import type { Session } from '../db/session.ts'
import type { Delivery } from '../domain/deliveries.ts'
import type { Deps } from '../env.ts'
import type { Log } from '../log.ts'
import { abuseMail } from './abuse-mail.ts'
import { addJob, addJobs } from './add-job.ts'
import { blockMail } from './block-mail.ts'
import type { DoomedJob } from './deaths.ts'
import { exportCsv, exportGivenUp } from './export.ts'
import { extract, extractGivenUp } from './extract.ts'
import { importGivenUp, importLinks } from './import-links.ts'
import { sweep } from './sweep-uploads.ts'
import { linkHealth } from './link-health.ts'
import { milestones } from './milestones.ts'
import { passwordMail } from './password-mail.ts'
import { picture } from './picture.ts'
import { push } from './push.ts'
import { Queue } from './queue.ts'
import { reportMail } from './report-mail.ts'

/** What each job is told. Small and by id: the handler reads the rest when it runs. */
export type JobPayloads = {
  export: { exportId: string }
  extract: { linkId: string }
  'link-health': { isHourly: boolean }
  'import-links': { importId: string }
  milestones: { reached: [linkId: string, clicks: number][] }
  'password-mail': { email: string }
  picture: { linkId: string }
  push: Delivery[]
  'abuse-mail': { reportId: number }
  'block-mail': { linkId: string }
  'report-mail': { reportId: number; about: 'receipt' | 'decision' }
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
  picture,
  push,
  'abuse-mail': abuseMail,
  'block-mail': blockMail,
  'report-mail': reportMail,
  'sweep-uploads': sweep,
}

/** Jobs that somebody waits for: says that they never will be done, however often it is called. */
const givenUp: { [Name in JobName]?: (deps: Deps, payload: JobPayloads[Name]) => Promise<void> } = {
  export: exportGivenUp,
  extract: extractGivenUp,
  'import-links': importGivenUp,
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

export type NewJob = {
  [Name in JobName]: { name: Name; payload: JobPayloads[Name]; options: JobOptions }
}[JobName]

export type Jobs = {
  /** Joins the caller's transaction: no commit, no job. A job with the same key is replaced. */
  add<Name extends JobName>(
    db: DbOrTx,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>
  /** Many at once, by one question to the database. */
  addAll(db: DbOrTx, jobs: NewJob[]): Promise<void>
  start(): Promise<void>
  /** Takes no new job, gives running ones a moment to end, and hands back those that do not. */
  stop(): Promise<void>
}

/** Jobs live in the database: they survive a restart and run once across all processes. */
export function createJobs(options: {
  connectionString: string
  sql: Sql
  session: Session
  log: Log
  deps: () => Deps
}): Jobs {
  const giveUp = async ({ name, payload }: DoomedJob) => {
    const tell = givenUp[name as JobName]
    // As with the handlers, each payload was written by `add`.
    await tell?.(options.deps(), payload as never)
  }
  const queue = new Queue({ ...options, tasks: toTasks(options.deps), giveUp })
  return { add: addJob, addAll: addJobs, start: () => queue.start(), stop: () => queue.stop() }
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
