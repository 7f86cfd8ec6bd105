import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../env.ts'
import { toEvent, type Click, type ClickEvent } from './events.ts'
import { fold, isFolded } from './fold.ts'
import { RecentVisits } from './recent-visits.ts'
import { createVisitors, dayOf, DAY_MS } from './visitor.ts'

/**
 * A click waits this long before it is written. A crash (not a stop) loses at most the clicks of
 * the last interval and those of the batch being written.
 */
export const FLUSH_INTERVAL_MS = 200
/** With so many waiting a write begins before the interval is over. */
const ENOUGH = 5000
/**
 * The most that one transaction writes. A database that falls behind gets larger batches: many
 * clicks on one link cost it hardly more than one.
 */
const MOST = 25_000
/** With so many waiting, redirects wait too: a click is never dropped. */
const LONGEST_QUEUE = 50_000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000
/** A reader waits no longer than this for clicks to be written. */
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
  readonly #deps: Pick<Deps, 'sql' | 'log'>
  readonly #visitorOf: ReturnType<typeof createVisitors>
  #queue: ClickEvent[] = []
  /** Taken off the queue, not yet committed; kept as it is until it is. */
  #batch: ClickEvent[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<boolean> | undefined
  #retryMs = 0
  #waiting: (() => void)[] = []
  #today = Number.NaN
  readonly #recent = new RecentVisits()

  constructor({ sql, log, config, secrets }: Pick<Deps, 'sql' | 'log' | 'config' | 'secrets'>) {
    this.#deps = { sql, log }
    this.#visitorOf = createVisitors(secrets.clickSalt, config.trustedProxies)
  }

  get isFull() {
    return this.#queue.length >= LONGEST_QUEUE
  }

  record(click: Click) {
    const waiting = this.#queue.push(toEvent(click, this.#visitorOf))
    if (this.#writing) return
    if (waiting === ENOUGH && !this.#retryMs) void this.#write()
    else this.#writeIn(FLUSH_INTERVAL_MS)
  }

  room(): Promise<void> {
    if (!this.isFull) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async settle() {
    if (this.#queue.length + this.#batch.length === 0 && !this.#writing) return
    const patience = new AbortController()
    const { signal } = patience
    const tooLong = sleep(SETTLE_PATIENCE_MS, undefined, { signal, ref: false }).catch(() => {})
    await Promise.race([this.#writeAll(), tooLong])
    patience.abort()
  }

  async #writeAll(): Promise<void> {
    // The batch being written may have been taken before the latest clicks; a second one has them.
    let left = this.#queue.length
    if (this.#writing && !(await this.#writing)) return
    while (left > 0 || this.#batch.length > 0) {
      left -= Math.min(left, MOST)
      if (!(await this.#write())) return
    }
  }

  async stop() {
    const deadline = Date.now() + STOP_PATIENCE_MS
    while (this.#writing || this.#batch.length + this.#queue.length > 0) {
      const isWritten = await this.#write()
      if (isWritten) continue
      if (Date.now() > deadline) break
      await sleep(FIRST_RETRY_MS)
    }
    clearTimeout(this.#timer)
    const lost = this.#batch.length + this.#queue.length
    if (lost > 0) this.#deps.log.error('clicks could not be written', { lost })
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
    const isRetry = this.#batch.length > 0
    if (!isRetry) this.#takeBatch()
    if (this.#batch.length === 0) return true
    try {
      const { sql } = this.#deps
      if (!(isRetry && (await isFolded(sql, this.#batch)))) await fold(sql, this.#batch, this.#recent)
      this.#batch = []
      this.#retryMs = 0
      this.#forgetVisitors()
      return true
    } catch (error) {
      this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2 || FIRST_RETRY_MS)
      this.#deps.log.error('clicks not written yet', { error, waiting: this.#queue.length })
      return false
    }
  }

  #takeBatch() {
    this.#batch = this.#queue.length <= MOST ? this.#queue : this.#queue.slice(0, MOST)
    this.#queue = this.#queue.slice(this.#batch.length)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** What came during a write has waited already. */
  #schedule() {
    const oldest = this.#queue[0]
    if (this.#batch.length > 0) this.#writeIn(this.#retryMs)
    else if (this.#queue.length >= ENOUGH) void this.#write()
    else if (oldest) this.#writeIn(Math.max(0, oldest.at + FLUSH_INTERVAL_MS - Date.now()))
  }

  #writeIn(ms: number) {
    this.#timer ??= setTimeout(() => void this.#write(), Math.min(ms, LAST_RETRY_MS))
  }

  /** Names of the days before yesterday can match nothing any more (D-28). */
  #forgetVisitors() {
    const today = dayOf(Date.now())
    if (today === this.#today) return
    this.#today = today
    const yesterday = new Date((today - 1) * DAY_MS).toISOString().slice(0, 10)
    const { sql, log } = this.#deps
    sql`delete from click_visitors where day < ${yesterday}`.catch((error: unknown) =>
      log.warn('old visitor names not deleted', { error }),
    )
  }
}
