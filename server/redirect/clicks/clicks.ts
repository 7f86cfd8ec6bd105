import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import { noSiblings, type Siblings } from '../../platform/processes/siblings.ts'
import type { Salts } from './day-salts.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { clickId } from './click-id.ts'
import { toLine, type Click } from './events.ts'
import { ClickBuffer } from './click-buffer.ts'
import { openCountries } from './countries.ts'
import { Journal } from './journal/journal.ts'
import type { Leftover } from './journal/leftovers.ts'
import { Recovery } from './journal/recovery.ts'
import { ownHostOf } from './referrer.ts'
import { dayOf } from './utc-day.ts'
import { createAddressOf } from './visitor-address.ts'
import { ClickWriter, type Flush, type OpenWriter, type Writer } from './writer.ts'

/** Maximum time before a click is stored in the database. It is in the journal before its answer. */
export const FLUSH_INTERVAL_MS = 100
/** Number of waiting clicks that are stored before the interval is over. */
const FLUSH_SIZE = 5000
/** Maximum number of uncounted clicks. Above it redirects wait, so that no click is dropped. */
const MAX_QUEUE = 200_000
/**
 * Maximum including clicks with an id, which are accepted for longer because an order may refer to
 * each.
 */
const MAX_QUEUE_WITH_IDS = 2 * MAX_QUEUE
/** Maximum time a reader waits for clicks to be counted. */
const SETTLE_TIMEOUT_MS = 2000

export type Clicks = {
  /**
   * Records a click. If `isFull`, wait for `waitForSpace()` first; only a click with an id may be recorded
   * anyway.
   */
  record(click: Click): void
  readonly isFull: boolean
  /** True if not even clicks with an id are accepted, so that no id may be issued. */
  readonly isOverfull: boolean
  /**
   * Calls back when the clicks recorded so far survive the end of this process: at the end of this
   * turn of the event loop, so that all clicks of the turn share one write.
   */
  afterKept(answer: () => void): void
  /** False if the journal cannot be written, for instance because the disk is full. */
  readonly journalWorks: boolean
  /** Number of clicks recorded since the start. */
  readonly recorded: number
  /** Number of recorded clicks that are not counted yet. */
  readonly waiting: number
  /** Number of waiting clicks at which `isFull` becomes true. */
  readonly limit: number
  /** Resolves when the queue has space again. */
  waitForSpace(): Promise<void>
  /**
   * Resolves when everything that this server has recorded so far is committed, in all of its
   * processes. Also resolves if writing has just failed or waits too long for another transaction;
   * the reader then sees slightly older counts.
   */
  settle(): Promise<void>
  /** Counts clicks that an edge sent and this server stored. */
  countStored(): void
  /** Writes all waiting clicks. Nothing may be recorded after it. */
  stop(): Promise<void>
}

type ClickDeps = { sql: Sql; log: Log; config: Config; salts: Salts; siblings?: Siblings }

export function createClicks(
  deps: ClickDeps,
  open: OpenWriter = (counted) =>
    new ClickWriter({ ...deps, countryOf: countryLookupOf(deps) }, counted),
): Clicks {
  return new ClickQueue(deps, open)
}

const countryLookupOf = ({ config: { geoipDb } }: ClickDeps) =>
  geoipDb === null ? undefined : openCountries(geoipDb)

class ClickQueue implements Clicks {
  readonly #known: Parameters<typeof toLine>[1]
  readonly #siblings: Siblings
  readonly #writer: Writer
  readonly #salts: Salts
  readonly #lines = new ClickBuffer()
  /** Day of the waiting clicks. */
  #day = 0
  /** Number of clicks handed over to the writer and not counted yet. */
  #handedOver = 0
  #allHandedOver = 0
  /** Number of clicks of killed processes among them. */
  #takenOver = 0
  readonly #journal: Journal
  readonly #recovery: Recovery
  /** Callers that wait until this number of clicks is counted, in order. */
  readonly #untilCounted: { total: number; resolve: () => void }[] = []
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  /**
   * True once clicks of an earlier run are counted. After that, only clicks recorded here can be
   * waiting.
   */
  #hasSettled = false

  constructor({ sql, log, config, salts, siblings = noSiblings() }: ClickDeps, open: OpenWriter) {
    this.#siblings = siblings
    this.#salts = salts
    siblings.answer('settle', () => this.#settleHere())
    this.#known = {
      addressOf: createAddressOf(config.trustedProxies),
      ownHost: ownHostOf(config),
    }
    this.#writer = open((clicks) => this.#counted(clicks))
    const { dataDir } = config
    const journal = new Journal(dataDir, log)
    this.#journal = journal
    this.#recovery = new Recovery(
      { sql, log, dataDir, journal },
      {
        write: (leftover) => this.#takeOver(leftover),
        allCounted: () => this.#allCounted(),
        countStored: () => this.countStored(),
      },
    )
  }

  readonly limit = MAX_QUEUE

  get waiting() {
    return this.#lines.count + this.#handedOver
  }

  get recorded() {
    return this.#lines.count + this.#allHandedOver - this.#takenOver
  }

  get journalWorks() {
    return this.#journal.works
  }

  get isFull() {
    return this.waiting >= MAX_QUEUE
  }

  get isOverfull() {
    return this.waiting >= MAX_QUEUE_WITH_IDS
  }

  record(click: Click) {
    const day = dayOf(click.at)
    if (day !== this.#day) {
      this.#handOver()
      this.#day = day
    }
    this.#lines.add(toLine(click, this.#known))
    if (this.#lines.count === FLUSH_SIZE) this.#handOver()
    else this.#timer ??= setTimeout(() => this.#handOver(), FLUSH_INTERVAL_MS)
  }

  afterKept(answer: () => void) {
    setImmediate(() => {
      this.#appendLatest()
      answer()
    })
  }

  waitForSpace(): Promise<void> {
    if (!this.isFull) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async settle() {
    await Promise.all([this.#settleHere(), this.#siblings.ask('settle')])
  }

  async #settleHere() {
    this.#handOver()
    if (this.#handedOver === 0 && this.#hasSettled) return
    const settled = this.#recovery.done
      .then(() => this.#writer.settle())
      .then(() => (this.#hasSettled = true))
    await withTimeout(SETTLE_TIMEOUT_MS, settled, false)
  }

  countStored() {
    this.#writer.countStored()
  }

  async stop() {
    this.#recovery.stop()
    this.#handOver()
    await this.#writer.stop()
    this.#journal.close(this.waiting === 0)
  }

  #appendLatest() {
    const { bytes, count } = this.#lines.latest()
    if (count === 0) return
    this.#journal.append(bytes, count, { day: this.#day, salt: this.#salts.of(this.#day) })
  }

  #handOver() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.count === 0) return
    this.#appendLatest()
    const salt = this.#salts.of(this.#day)
    const lines = this.#lines.take()
    const journal = this.#journal.handOver(this.#allHandedOver + lines.count)
    this.#write({ ...lines, id: clickId(Date.now()), salt, journal, isKept: this.journalWorks })
  }

  #write(flush: Flush) {
    this.#handedOver += flush.count
    this.#allHandedOver += flush.count
    this.#writer.write(flush)
  }

  async #takeOver(leftover: Leftover) {
    await this.waitForSpace()
    this.#takenOver += leftover.count
    this.#write({ ...leftover, id: clickId(Date.now()), isKept: true })
  }

  #allCounted(): Promise<void> {
    if (this.#handedOver === 0) return Promise.resolve()
    const total = this.#allHandedOver
    return new Promise((resolve) => this.#untilCounted.push({ total, resolve }))
  }

  #counted(clicks: number) {
    this.#handedOver -= clicks
    const total = this.#allHandedOver - this.#handedOver
    this.#journal.counted(total, this.waiting === 0)
    while ((this.#untilCounted[0]?.total ?? Infinity) <= total)
      this.#untilCounted.shift()?.resolve()
    if (!this.isFull) for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
