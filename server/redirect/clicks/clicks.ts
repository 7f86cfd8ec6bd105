import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Salts } from './day-salts.ts'
import { within } from '../../platform/within.ts'
import { clickId } from './click-id.ts'
import { toLine, type Click } from './events.ts'
import { ClickBuffer } from './click-buffer.ts'
import { openCountries } from './countries.ts'
import { ownHostOf } from './referrer.ts'
import { createAddressOf } from './visitor-address.ts'
import { createVisitors } from './visitor.ts'
import { ClickWriter, type OpenWriter, type Writer } from './writer.ts'

/**
 * A click waits this long before it is written down. A crash (not a stop) loses at most the clicks
 * of the last interval and those being written down, which takes one small insert.
 */
export const FLUSH_INTERVAL_MS = 100
/** With so many waiting they are written down before the interval is over. */
const ENOUGH = 5000
/** With so many not counted yet redirects wait: a click is never dropped. */
const LONGEST_QUEUE = 200_000
/** Those that carry an id may be as many again: an order may come for each. */
const LONGEST_WITH_IDS = 2 * LONGEST_QUEUE
/** A reader waits no longer than this for clicks to be counted. */
const SETTLE_PATIENCE_MS = 2000

export type Clicks = {
  /** Call `room()` first when `isFull`; only a click with an id is recorded all the same. */
  record(click: Click): void
  readonly isFull: boolean
  /** Not even a click with an id is kept any more, so that no id is to be given out. */
  readonly isOverfull: boolean
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

type ClickDeps = { sql: Sql; log: Log; config: Config; salts: Salts }

export function createClicks(
  deps: ClickDeps,
  open: OpenWriter = (counted) => new ClickWriter({ ...deps, countryOf: here(deps) }, counted),
): Clicks {
  return new ClickQueue(deps, open)
}

const here = ({ config: { geoipDb } }: ClickDeps) =>
  geoipDb === null ? undefined : openCountries(geoipDb)

class ClickQueue implements Clicks {
  readonly #known: Parameters<typeof toLine>[1]
  readonly #writer: Writer
  readonly #lines = new ClickBuffer()
  /** Handed over to be written, not counted yet. */
  #handedOver = 0
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  /** What an earlier run left is counted: from then on nothing waits unless we recorded it. */
  #hasSettled = false

  constructor({ config, salts }: ClickDeps, open: OpenWriter) {
    const { geoipDb, trustedProxies } = config
    this.#known = {
      visitorOf: createVisitors(salts, trustedProxies),
      addressOf: geoipDb === null ? undefined : createAddressOf(trustedProxies),
      ownHost: ownHostOf(config),
    }
    this.#writer = open((clicks) => this.#counted(clicks))
  }

  get isFull() {
    return this.#lines.count + this.#handedOver >= LONGEST_QUEUE
  }

  get isOverfull() {
    return this.#lines.count + this.#handedOver >= LONGEST_WITH_IDS
  }

  record(click: Click) {
    this.#lines.add(toLine(click, this.#known))
    if (this.#lines.count === ENOUGH) this.#handOver()
    else this.#timer ??= setTimeout(() => this.#handOver(), FLUSH_INTERVAL_MS)
  }

  room(): Promise<void> {
    if (!this.isFull) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async settle() {
    this.#handOver()
    if (this.#handedOver === 0 && this.#hasSettled) return
    const settled = this.#writer.settle().then(() => (this.#hasSettled = true))
    await within(SETTLE_PATIENCE_MS, settled, false)
  }

  async stop() {
    this.#handOver()
    await this.#writer.stop()
  }

  #handOver() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.count === 0) return
    const flush = { id: clickId(Date.now()), ...this.#lines.take() }
    this.#handedOver += flush.count
    this.#writer.write(flush)
  }

  #counted(clicks: number) {
    this.#handedOver -= clicks
    if (!this.isFull) for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
