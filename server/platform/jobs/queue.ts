import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type CronItem,
  type ParsedCronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { openPool, type DbAddress } from '../db/client.ts'
import type { Sql } from '../db/sql.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'
import type { Log } from '../log/log.ts'
import { within } from '../within.ts'
import { recover, takeOver, type DoomedJob } from './deaths.ts'
import { findDead, holdWorkerLocks, type WorkerLocks } from './worker-locks.ts'
import { openQueuePool } from './patient-pool.ts'

const CONCURRENCY = 3
/** How long a stopping server waits for jobs before it hands them back. */
const GRACE_MS = 3000
const RECOVERY_MS = 5000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 2000

type Options = {
  address: DbAddress
  sql: Sql
  dedicated: DedicatedConnection
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
  #calendar: ParsedCronItem[] = []
  #runner: Promise<Runner | undefined> = Promise.resolve(undefined)
  #liveness: WorkerLocks | undefined
  #recovery: NodeJS.Timeout | undefined
  #isRestarting = false

  constructor(options: Options) {
    this.#options = options
    // What the end of a running server interrupts is done later, and no error.
    this.#logger = loggerTo(options.log, () => this.#pool !== undefined)
    // A worker that cannot say how its job went ends, and nobody but us would start another.
    this.#events.on('worker:fatalError', () => this.#restart())
  }

  /** `calendar`: what is added by itself at its time. */
  async start(calendar: readonly CronItem[] = []) {
    if (this.#pool) return
    this.#calendar = parseCronItems([...calendar])
    const { sql, dedicated, log, address, giveUp } = this.#options
    await takeOver({ sql, log }, await findDead(sql), giveUp)
    const liveness = await holdWorkerLocks(dedicated, this.#events)
    this.#liveness = liveness
    this.#pool = openQueuePool(address, CONCURRENCY + 1, log)
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
      parsedCronItems: this.#calendar,
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
function recoverer({ sql, log, giveUp }: Options, liveness: WorkerLocks): () => void {
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
export async function migrateQueue(address: DbAddress, log: Log): Promise<void> {
  const pgPool = openPool(address, { max: 1 })
  try {
    await runMigrations({ pgPool, logger: loggerTo(log, () => true) })
  } finally {
    await pgPool.end()
  }
}

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
