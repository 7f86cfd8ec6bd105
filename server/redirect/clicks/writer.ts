import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import { completeLines } from './complete-lines.ts'
import type { CountryOf } from './countries.ts'
import { countElsewhere, Counting, type Counter } from './counting.ts'
import { storeBatch, type NewBatch } from './click-batches.ts'
import type { JournalRange } from './journal/journal.ts'
import { textOf, type ClickLines } from './click-buffer.ts'
import { FIRST_RETRY_MS, LAST_RETRY_MS, Retry } from './retry.ts'

/** Maximum time a stopping server keeps trying to write waiting clicks. */
const STOP_TIMEOUT_MS = 7000

/**
 * Clicks of one day that are handed over together, with the salt of that day. `journal` is null if
 * there is no journal. `isKept` is true if the next process finds them in a file.
 */
export type Flush = ClickLines & {
  id: string
  salt: string
  journal: JournalRange | null
  isKept: boolean
}

type WaitingBatch = NewBatch & Pick<Flush, 'isKept'>

/** Stores clicks and counts them in order, in a thread of its own or in the main thread. */
export type Writer = {
  write(flush: Flush): void
  /** Resolves when everything handed over so far is counted, or when writing has just failed. */
  settle(): Promise<void>
  /** Counts batches that another server stored. */
  countStored(): void
  /** Writes and counts what is left. Gives up after a time limit. */
  stop(): Promise<void>
}

/** Opens a writer. It calls `onCounted` after each commit with the number of clicks. */
export type OpenWriter = (onCounted: (clicks: number) => void) => Writer

/** If `countryOf` is set, clicks are stored with a country. */
type WriterDeps = {
  sql: Sql
  log: Log
  countryOf?: CountryOf | undefined
  /** True on an edge, whose origin counts the stored clicks. */
  isEdge?: boolean | undefined
}

export class ClickWriter implements Writer {
  readonly #log: Log
  readonly #sql: Sql
  readonly #counting: Counter
  readonly #retry = new Retry()
  /** Batches not stored yet. A batch stays in the queue until it is stored. */
  readonly #queue: WaitingBatch[] = []
  #writing: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined

  readonly #countryOf: CountryOf | undefined

  constructor({ sql, log, countryOf, isEdge }: WriterDeps, onCounted: (clicks: number) => void) {
    this.#countryOf = countryOf
    this.#log = log
    this.#sql = sql
    this.#counting = isEdge ? countElsewhere(onCounted) : new Counting({ sql, log }, onCounted)
  }

  write(flush: Flush) {
    const lines = completeLines(textOf(flush), flush.salt, this.#countryOf)
    const { id, count, journal, isKept } = flush
    this.#queue.push({ id, count, lines, journal, isKept })
    this.#schedule()
  }

  async settle() {
    const last = this.#queue.at(-1)
    // If the running write fails, do not try the batch again at once.
    if (this.#writing && !(await this.#writing)) return
    const isLeft = () => last !== undefined && this.#queue.includes(last)
    while (isLeft()) if (!(await this.#writeFirst())) return
    await this.#counting.finish()
  }

  countStored() {
    this.#counting.countStored()
  }

  async stop() {
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (this.#writing || this.#queue.length > 0) {
      if (await this.#writeFirst()) continue
      if (Date.now() > deadline) break
      await sleep(FIRST_RETRY_MS)
    }
    clearTimeout(this.#timer)
    const lost = clicksIn(this.#queue.filter(({ isKept }) => !isKept))
    if (lost > 0)
      this.#log.error('clicks lost: could not write them before the server stopped', { lost })
    const left = clicksIn(this.#queue) - lost
    if (left > 0) this.#log.warn('clicks will be stored at the next start', { left })
    await this.#counting.stop(deadline)
  }

  #schedule() {
    if (this.#writing || this.#queue.length === 0) return
    if (!this.#retry.isNeeded) void this.#writeFirst()
    else {
      const ms = Math.min(this.#retry.afterMs, LAST_RETRY_MS)
      this.#timer ??= setTimeout(() => void this.#writeFirst(), ms)
    }
  }

  /**
   * Starts a write, or returns the running one. Only one runs at a time. Returns whether it
   * succeeded.
   */
  #writeFirst(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing ??= this.#note(this.#queue[0]).finally(() => {
      this.#writing = undefined
      this.#schedule()
    })
    return this.#writing
  }

  async #note(batch: WaitingBatch | undefined): Promise<boolean> {
    if (!batch) return true
    try {
      await storeBatch(this.#sql, batch)
      this.#queue.shift()
      this.#counting.add(batch)
      this.#retry.succeeded()
      return true
    } catch (error) {
      this.#retry.failed()
      this.#log.error('could not write clicks, will retry', { error, batches: this.#queue.length })
      return false
    }
  }
}

const clicksIn = (batches: WaitingBatch[]) =>
  batches.reduce((clicks, { count }) => clicks + count, 0)
