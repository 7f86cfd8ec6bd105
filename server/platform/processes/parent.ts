import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../log/log.ts'
import { withTimeout } from '../with-timeout.ts'
import { InTransit } from './in-transit.ts'
import { Relay, tell } from './relay.ts'
import { taskVariable, type Task } from './task.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000
/** Time after which a process counts as healthy, so that its next crash is answered at once. */
const HEALTHY_MS = 30_000
/** Maximum time for the processes to stop by themselves. The database is stopped after it. */
const STOP_MS = 8500

/** Error of a process that ended during the start and has printed the reason itself. */
export class ProcessEnded extends Error {}

type Options = { entry: string; task: Omit<Task, 'number'>; log: Log }

/**
 * Runs worker processes that share one port, and replaces those that end. The first process starts
 * alone, so that a setting that prevents the start is reported once.
 */
export class ParentProcess {
  readonly #options: Options
  readonly #relay = new Relay()
  readonly #inTransit = new InTransit()
  readonly #workers = new Map<number, Worker>()
  readonly #failures = new Map<number, number>()
  #isStopping = false

  constructor(options: Options) {
    this.#options = options
    cluster.setupPrimary({ exec: options.entry })
  }

  /** Resolves when all processes listen. Throws ProcessEnded if the first one ends before. */
  async start() {
    if (!(await untilListening(this.#fork(1)))) throw new ProcessEnded()
    this.#keep(1)
    const others = Array.from({ length: this.#options.task.count - 1 }, (_, index) => index + 2)
    await Promise.all(
      others.map(async (number) => {
        const worker = this.#fork(number)
        this.#keep(number)
        await untilListening(worker)
      }),
    )
  }

  /** Stops all processes. Those that take too long are killed. */
  async stop() {
    this.#isStopping = true
    const workers = [...this.#workers.values()].filter((worker) => !worker.isDead())
    const ended = Promise.all(workers.map((worker) => once(worker, 'exit')))
    for (const worker of workers) tell(worker, { type: 'stop' })
    if (await withTimeout(STOP_MS, ended, null)) return
    for (const worker of workers) worker.process.kill('SIGKILL')
  }

  #fork(number: number): Worker {
    const worker = cluster.fork(taskVariable({ ...this.#options.task, number }))
    this.#workers.set(number, worker)
    this.#inTransit.watch(worker)
    worker.once('listening', () => this.#relay.join(worker))
    worker.on('error', (error) => this.#options.log.warn('a process cannot be reached', { error }))
    return worker
  }

  /** Replaces this process when it ends, after a pause that grows with each failure. */
  #keep(number: number) {
    const worker = this.#workers.get(number)
    const startedAt = Date.now()
    worker?.once('exit', (code: number | null, signal: string | null) => {
      if (this.#isStopping) return
      const isHealthy = Date.now() - startedAt >= HEALTHY_MS
      const failures = isHealthy ? 0 : (this.#failures.get(number) ?? 0)
      this.#failures.set(number, failures + 1)
      const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
      const fields = { ended: worker.process.pid, code: signal ?? code, 'next in ms': pauseMs }
      this.#options.log.error('a process ended and is replaced', fields)
      setTimeout(() => this.#replace(number), pauseMs)
    })
  }

  #replace(number: number) {
    if (this.#isStopping) return
    this.#fork(number)
    this.#keep(number)
  }
}

/** Returns false if the process ends before it listens. */
async function untilListening(worker: Worker): Promise<boolean> {
  const done = new AbortController()
  const { signal } = done
  const first = await Promise.race([
    once(worker, 'listening', { signal }).then(() => true),
    once(worker, 'exit', { signal }).then(() => false),
  ])
  done.abort()
  return first
}
