import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../env.ts'
import { clickId } from './click-id.ts'
import { Counting } from './counting.ts'
import { toEvent, type Click, type ClickEvent } from './events.ts'
import { note, type Batch } from './journal.ts'
import { FIRST_RETRY_MS, LAST_RETRY_MS, Retry } from './retry.ts'
import { createVisitors } from './visitor.ts'

/**
 * A click waits this long before it is written down. A crash (not a stop) loses at most the clicks
 * of the last interval and those being written down, which takes one small insert.
 */
export const FLUSH_INTERVAL_MS = 100
/** With so many waiting they are written down before the interval is over. */
const ENOUGH = 5000
/** With so many not counted yet redirects wait: a click is never dropped. */
const LONGEST_QUEUE = 50_000
/** A reader waits no longer than this for clicks to be counted. */
const SETTLE_PATIENCE_MS = 2000
/** How long a stopping server keeps trying to write what is left. */
const STOP_PATIENCE_MS = 7000

export type Clicks = {
  /** Call `room()` first when `isFull`. */
  record(click: Click): void
  readonly isFull: boolean
  /** Resolves when the queue has room again. */
  room(): Promise<void>
  /**
   * Resolves when everything recorded so far is committed. A reader sees the counts of a moment ago
   * instead when writing has just failed, or waits for somebody's long transaction.
   */
  settle(): Promise<void>
  /** Writes everything that waits; after it nothing may be recorded. */
  stop(): Promise<void>
}

export function createClicks(deps: Pick<Deps, 'sql' | 'log' | 'config' | 'secrets'>): Clicks {
  return new ClickWriter(deps)
}

class ClickWriter implements Clicks {
  readonly #log: Deps['log']
  readonly #sql: Deps['sql']
  readonly #visitorOf: ReturnType<typeof createVisitors>
  readonly #counting: Counting
  #queue: ClickEvent[] = []
  /** Taken off the queue, not yet committed; kept as it is until it is. */
  #batch: Batch | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<boolean> | undefined
  #retry = new Retry()
  #waiting: (() => void)[] = []

  constructor({ sql, log, config, secrets }: Pick<Deps, 'sql' | 'log' | 'config' | 'secrets'>) {
    this.#log = log
    this.#sql = sql
    this.#visitorOf = createVisitors(secrets.clickSalt, config.trustedProxies)
    this.#counting = new Counting({ sql, log }, () => this.#makeRoom())
  }

  get isFull() {
    return this.#unwritten + this.#counting.waiting >= LONGEST_QUEUE
  }

  get #unwritten() {
    return this.#queue.length + (this.#batch?.events.length ?? 0)
  }

  record(click: Click) {
    const waiting = this.#queue.push(toEvent(click, this.#visitorOf))
    if (this.#writing) return
    if (waiting === ENOUGH && !this.#retry.isNeeded) void this.#write()
    else this.#writeIn(FLUSH_INTERVAL_MS)
  }

  room(): Promise<void> {
    if (!this.isFull) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async settle() {
    if (this.#unwritten === 0 && this.#counting.isDone) return
    const patience = new AbortController()
    const { signal } = patience
    const tooLong = sleep(SETTLE_PATIENCE_MS, undefined, { signal, ref: false }).catch(() => {})
    await Promise.race([this.#countAll(), tooLong])
    patience.abort()
  }

  async #countAll(): Promise<void> {
    // A batch was taken before the latest clicks, whether it is being written or failed; a second
    // one has them.
    if (this.#writing && !(await this.#writing)) return
    for (let writes = 0; writes < 2 && this.#unwritten > 0; writes++) {
      if (!(await this.#write())) return
    }
    await this.#counting.finish()
  }

  async stop() {
    const deadline = Date.now() + STOP_PATIENCE_MS
    while (this.#writing || this.#unwritten > 0) {
      if (await this.#write()) continue
      if (Date.now() > deadline) break
      await sleep(FIRST_RETRY_MS)
    }
    clearTimeout(this.#timer)
    const lost = this.#unwritten
    if (lost > 0) this.#log.error('clicks could not be written', { lost })
    await this.#counting.stop(deadline)
  }

  /** One write at a time; who comes meanwhile gets the running one. Answers whether it succeeded. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined
      this.#schedule()
    })
    return this.#writing
  }

  async #writeBatch(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#batch ??= this.#takeBatch()
    if (!this.#batch) return true
    try {
      await note(this.#sql, this.#batch)
      this.#counting.add(this.#batch)
      this.#batch = undefined
      this.#retry.succeeded()
      return true
    } catch (error) {
      this.#retry.failed()
      this.#log.error('clicks not written yet', { error, waiting: this.#queue.length })
      return false
    }
  }

  #takeBatch(): Batch | undefined {
    if (this.#queue.length === 0) return undefined
    const events = this.#queue
    this.#queue = []
    return { id: clickId(Date.now()), events }
  }

  #makeRoom() {
    if (!this.isFull) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** What came during a write has waited already. */
  #schedule() {
    const oldest = this.#queue[0]
    if (this.#batch) this.#writeIn(this.#retry.afterMs)
    else if (this.#queue.length >= ENOUGH) void this.#write()
    else if (oldest) this.#writeIn(Math.max(0, oldest.at + FLUSH_INTERVAL_MS - Date.now()))
  }

  #writeIn(ms: number) {
    this.#timer ??= setTimeout(() => void this.#write(), Math.min(ms, LAST_RETRY_MS))
  }
}
