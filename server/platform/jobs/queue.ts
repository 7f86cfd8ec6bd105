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
import { withTimeout } from '../with-timeout.ts'
import { recover, releaseDeadWorkers, type DoomedJob } from './dead-workers.ts'
import { findDead, holdWorkerLocks, type WorkerLocks } from './worker-locks.ts'
import { openQueuePool } from './queue-pool.ts'

const CONCURRENCY = 3
/**
 * Time that a stopping server waits for jobs before it returns them to the queue, in milliseconds.
 */
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
  /** Reports to the waiting user that a job was given up. */
  giveUp: (job: DoomedJob) => Promise<void>
}

/** Runs the jobs of the queue until it is stopped. Restarts after database outages. */
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
    // Jobs that a stop interrupts run later, so their errors are not logged as errors.
    this.#logger = createQueueLogger(options.log, () => this.#pool !== undefined)
    // A worker that cannot store the result of its job ends, and is not replaced by the library.
    this.#events.on('worker:fatalError', () => this.#restart())
  }

  /** Starts the workers. Jobs of `calendar` are added at their times. */
  async start(calendar: readonly CronItem[] = []) {
    if (this.#pool) return
    this.#calendar = parseCronItems([...calendar])
    const { sql, dedicated, log, address, giveUp } = this.#options
    await releaseDeadWorkers({ sql, log }, await findDead(sql), giveUp)
    const liveness = await holdWorkerLocks(dedicated, this.#events)
    this.#liveness = liveness
    this.#pool = openQueuePool(address, CONCURRENCY + 1, log)
    this.#runner = this.#run(this.#pool)
    await this.#runner
    this.#recovery = setInterval(createRecovery(this.#options, liveness), RECOVERY_MS)
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
    this.#options.log.warn('jobs: a worker ended, so the queue is restarted')
    this.#runner = this.#runner
      .then((runner) => this.#end(runner))
      .then(() => this.#runAgain())
      .finally(() => (this.#isRestarting = false))
  }

  /**
   * Stops the runner. Without a database it cannot stop cleanly, so the wait is limited. The locks
   * end with the workers.
   */
  async #end(runner: Runner | undefined) {
    const ended = runner?.stop().catch((error: unknown) => {
      this.#options.log.debug('jobs: the queue did not stop cleanly', { error })
    })
    if (ended) await withTimeout(GRACE_MS + 1000, ended, undefined)
  }

  async #runAgain(): Promise<Runner | undefined> {
    for (let wait = FIRST_RETRY_MS; this.#pool; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      try {
        return await this.#run(this.#pool)
      } catch (error) {
        this.#options.log.warn('jobs: the queue cannot start yet', { error })
        await sleep(wait)
      }
    }
    return undefined
  }
}

/**
 * Returns a function that frees the jobs of dead workers. A worker must be found dead twice in a
 * row: after a database outage, a living process needs a moment to get its locks back, and its job
 * must not run twice.
 */
function createRecovery({ sql, log, giveUp }: Options, liveness: WorkerLocks): () => void {
  let suspects: string[] = []
  const recoverDead = async () => {
    const idle = liveness.idle()
    const dead = await findDead(sql, idle)
    const found = dead.filter((worker) => suspects.includes(worker))
    await recover({ sql, log }, { found, idle }, giveUp)
    suspects = dead
  }
  return () =>
    void recoverDead().catch((error: unknown) => log.warn('jobs: recovery failed', { error }))
}

/** Creates or migrates the queue's own tables. */
export async function migrateQueue(address: DbAddress, log: Log): Promise<void> {
  const pgPool = openPool(address, { max: 1 })
  try {
    await runMigrations({ pgPool, logger: createQueueLogger(log, () => true) })
  } finally {
    await pgPool.end()
  }
}

function createQueueLogger(log: Log, isRunning: () => boolean): Logger {
  return new Logger(() => (level, message, meta) => {
    const severity: string = level
    const isError = severity === 'error' && isRunning()
    const write = isError ? log.error : log.debug
    // The queue's message repeats the error, which may contain user data. The log removes that from
    // the error itself.
    const [text = ''] = isError ? message.split(/ with error |: /, 1) : [message]
    write(`jobs: ${text}`, isError ? { error: meta?.['error'] } : {})
  })
}
