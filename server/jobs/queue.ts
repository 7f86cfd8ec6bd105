import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
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
import type { Session } from '../db/session.ts'
import type { Log } from '../log.ts'
import { within } from '../within.ts'
import { recover, takeOver, type DoomedJob } from './deaths.ts'
import { findDead, watchLiveness, type Liveness } from './liveness.ts'

const CONCURRENCY = 3
/** How long a stopping server waits for jobs before it hands them back. */
const GRACE_MS = 3000
const RECOVERY_MS = 5000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 2000

type Options = {
  connectionString: string
  sql: Sql
  session: Session
  log: Log
  tasks: TaskList
  /** Tells whoever waits for a job that it was given up. */
  giveUp: (job: DoomedJob) => Promise<void>
}

/** Runs what is in the queue, as long as it is not stopped and whatever becomes of the database. */
export class Queue {
  readonly #options: Options
  readonly #events: WorkerEvents = new EventEmitter()
  readonly #logger: Logger
  #pool: Pool | undefined
  #runner: Promise<Runner | undefined> = Promise.resolve(undefined)
  #liveness: Liveness | undefined
  #recovery: NodeJS.Timeout | undefined
  #isRestarting = false

  constructor(options: Options) {
    this.#options = options
    // What the end of a running server interrupts is done later, and no error.
    this.#logger = loggerTo(options.log, () => this.#pool !== undefined)
    // A worker that cannot say how its job went ends, and nobody but us would start another.
    this.#events.on('worker:fatalError', () => this.#restart())
  }

  async start() {
    if (this.#pool) return
    const { sql, session, log, connectionString, giveUp } = this.#options
    await takeOver({ sql, log }, await findDead(sql), giveUp)
    const liveness = await watchLiveness(session, this.#events)
    this.#liveness = liveness
    this.#pool = openPool(connectionString, log)
    this.#runner = this.#run(this.#pool)
    await this.#runner
    this.#recovery = setInterval(recoverer(this.#options, liveness), RECOVERY_MS)
    this.#recovery.unref()
  }

  async stop() {
    const [pool, runner, liveness] = [this.#pool, this.#runner, this.#liveness]
    if (!pool) return
    this.#pool = undefined
    clearInterval(this.#recovery)
    await this.#end(await runner.catch(() => undefined))
    await liveness?.stop()
    await pool.end()
  }

  #run(pool: Pool): Promise<Runner> {
    return run({
      pgPool: pool,
      logger: this.#logger,
      events: this.#events,
      taskList: this.#options.tasks,
      parsedCronItems: [],
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: GRACE_MS,
    })
  }

  #restart() {
    if (this.#isRestarting || !this.#pool) return
    this.#isRestarting = true
    this.#options.log.warn('jobs: a worker ended, so the queue starts anew')
    this.#runner = this.#runner
      .then((runner) => this.#end(runner))
      .then(() => this.#runAgain())
      .finally(() => (this.#isRestarting = false))
  }

  /** With a database that is gone it has no way to end in order; its locks are freed with its workers. */
  async #end(runner: Runner | undefined) {
    const ended = runner?.stop().catch((error: unknown) => {
      this.#options.log.debug('jobs: the queue did not end in order', { error })
    })
    if (ended) await within(GRACE_MS + 1000, ended, undefined)
  }

  async #runAgain(): Promise<Runner | undefined> {
    for (let wait = FIRST_RETRY_MS; this.#pool; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      try {
        return await this.#run(this.#pool)
      } catch (error) {
        this.#options.log.warn('jobs: the queue does not start yet', { error })
        await sleep(wait)
      }
    }
    return undefined
  }
}

/**
 * Twice in a row: a process that lives has its locks again a moment after the database was gone, and
 * its job must not be done by another one meanwhile.
 */
function recoverer({ sql, log, giveUp }: Options, liveness: Liveness): () => void {
  let suspects: string[] = []
  const look = async () => {
    const idle = liveness.idle()
    const dead = await findDead(sql, idle)
    const found = dead.filter((worker) => suspects.includes(worker))
    await recover({ sql, log }, { found, idle }, giveUp)
    suspects = dead
  }
  return () => void look().catch((error: unknown) => log.warn('jobs: recovery failed', { error }))
}

/** The queue's own tables. */
export const migrateQueue = (connectionString: string, log: Log): Promise<void> =>
  runMigrations({ connectionString, logger: loggerTo(log, () => true) })

function loggerTo(log: Log, isRunning: () => boolean): Logger {
  return new Logger(() => (level, message, meta) => {
    const severity: string = level
    const isError = severity === 'error' && isRunning()
    const write = isError ? log.error : log.debug
    // The queue repeats what the error says, which may hold what people wrote; the log cuts that out.
    const [said = ''] = isError ? message.split(/ with error |: /, 1) : [message]
    write(`jobs: ${said}`, isError ? { error: meta?.['error'] } : {})
  })
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
