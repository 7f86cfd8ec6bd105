import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { fold } from './fold.ts'
import { storedBatchIds, readBatch, type Batch } from './click-batches.ts'
import { RecentVisits } from './recent-visits.ts'
import { FIRST_RETRY_MS, Retry } from './retry.ts'
import { DAY_MS, dayOf } from './utc-day.ts'

/** Maximum number of clicks counted in one transaction, unless a single batch has more. */
const MAX_CLICKS = 100_000
/**
 * Pause after counting, as a multiple of the time it took. A busy database thus gets larger
 * batches: many clicks on one link cost hardly more than one.
 */
const REST_FACTOR = 4
const MAX_REST_MS = 3000

export type Counter = Pick<Counting, 'add' | 'finish' | 'countStored' | 'stop'>

/** Returns a counter for edges: stored clicks are done, because their origin counts them. */
export const countElsewhere = (onCounted: (clicks: number) => void): Counter => ({
  add: ({ count }) => onCounted(count),
  finish: async () => {},
  countStored: () => {},
  stop: async () => {},
})

/** Counts stored clicks: at once under low load, in larger batches under high load. */
export class Counting {
  readonly #deps: { sql: Sql; log: Log }
  readonly #counted: (clicks: number) => void
  readonly #recent = new RecentVisits()
  readonly #retry = new Retry()
  #noted: Batch[] = []
  /** Number of clicks stored and not counted yet. */
  #waiting = 0
  #counting: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined
  #restMs = 0
  #today = Number.NaN
  #isStopped = false
  /** Counts batches that this process did not store. */
  #recovery: Promise<void> | undefined

  constructor(deps: { sql: Sql; log: Log }, onCounted: (clicks: number) => void) {
    this.#deps = deps
    this.#counted = onCounted
    this.countStored()
  }

  /** Counts batches that are only known to the database: of an earlier run, or of an edge. */
  countStored() {
    const before = this.#recovery ?? Promise.resolve()
    const recovery = before.then(() => this.#recover())
    this.#recovery = recovery
    void recovery.finally(() => {
      if (this.#recovery === recovery) this.#recovery = undefined
    })
  }

  add(batch: Batch) {
    this.#noted.push(batch)
    this.#waiting += batch.count
    this.#schedule()
  }

  /** Counts everything stored so far. Gives up if counting has just failed. */
  async finish(): Promise<void> {
    await this.#recovery
    const last = this.#noted.at(-1)
    const isLeft = () => last !== undefined && this.#noted.includes(last)
    while (isLeft()) if (!(await this.#count())) return
  }

  async stop(deadline: number) {
    this.#isStopped = true
    // A query to an unreachable database may never return. Stored clicks are not lost.
    if (this.#recovery)
      await withTimeout(Math.max(0, deadline - Date.now()), this.#recovery, undefined)
    while (this.#counting || this.#noted.length > 0) {
      if (await this.#count()) continue
      if (Date.now() > deadline) break
      await sleep(FIRST_RETRY_MS)
    }
    clearTimeout(this.#timer)
    const left = this.#waiting
    if (left > 0) this.#deps.log.warn('clicks will be counted at the next start', { left })
  }

  #schedule() {
    if (this.#counting || this.#noted.length === 0) return
    if (this.#waiting >= MAX_CLICKS && !this.#retry.isNeeded) void this.#count()
    else this.#timer ??= setTimeout(() => void this.#count(), this.#retry.afterMs || this.#restMs)
  }

  /** Starts counting, or returns the running count. Only one transaction runs at a time. */
  #count(): Promise<boolean> {
    this.#counting ??= this.#countSome().finally(() => {
      this.#counting = undefined
      this.#schedule()
    })
    return this.#counting
  }

  async #countSome(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const some = this.#upToMost()
    if (some.length === 0) return true
    try {
      const begun = performance.now()
      await fold(this.#deps.sql, some, this.#recent)
      this.#restMs = Math.min(MAX_REST_MS, REST_FACTOR * (performance.now() - begun))
      this.#noted = this.#noted.slice(some.length)
      const clicks = some.reduce((sum, { count }) => sum + count, 0)
      this.#waiting -= clicks
      this.#counted(clicks)
      this.#retry.succeeded()
      this.#forgetVisitors()
      return true
    } catch (error) {
      this.#retry.failed()
      this.#deps.log.error('could not count clicks, will retry', { error, waiting: this.#waiting })
      return false
    }
  }

  #upToMost(): Batch[] {
    let clicks = 0
    const end = this.#noted.findIndex(({ count }) => (clicks += count) > MAX_CLICKS)
    return this.#noted.slice(0, end === -1 ? undefined : Math.max(1, end))
  }

  /**
   * Counts the batches in the database. Some may belong to another running server: the first one
   * counts them.
   */
  async #recover(): Promise<void> {
    const { sql, log } = this.#deps
    const retry = new Retry()
    while (!this.#isStopped) {
      try {
        for (const id of await storedBatchIds(sql)) {
          const batch = await readBatch(sql, id)
          if (batch) await fold(sql, [batch], this.#recent)
        }
        return
      } catch (error) {
        retry.failed()
        log.error('could not count stored clicks, will retry', { error })
        await sleep(retry.afterMs, undefined, { ref: false })
      }
    }
  }

  /** Deletes visitor ids of the days before yesterday, which no new click can match. */
  #forgetVisitors() {
    const today = dayOf(Date.now())
    if (today === this.#today) return
    this.#today = today
    const yesterday = new Date((today - 1) * DAY_MS).toISOString().slice(0, 10)
    const { sql, log } = this.#deps
    sql`delete from click_visitors where day < ${yesterday}`.catch((error: unknown) =>
      log.warn('could not delete old visitor ids', { error }),
    )
  }
}
