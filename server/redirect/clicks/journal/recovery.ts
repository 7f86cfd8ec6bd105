import type { Sql } from '../../../platform/db/sql.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Journal } from './journal.ts'
import { leftBehind, readLeftovers, removeJournal, type Leftover } from './leftovers.ts'
import { TOUCH_MS } from './owner.ts'

type RecoveryDeps = { sql: Sql; log: Log; dataDir: string; journal: Journal }

/** Takes clicks over. Resolves when there is space for more. */
export type TakeOver = {
  write(leftover: Leftover): Promise<void>
  /** Resolves when everything taken over so far is counted. */
  allCounted(): Promise<void>
  /** Counts clicks that others stored. */
  countStored(): void
}

/**
 * Stores the clicks of killed processes. It looks for their journals at the start, because a
 * replacement follows a killed process, and then every few seconds, because a process in another
 * container only counts as ended after a while.
 */
export class Recovery {
  readonly #deps: RecoveryDeps
  readonly #takeOver: TakeOver
  /** Journals whose clicks are taken over and not counted yet. */
  readonly #reading = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #running: Promise<void>
  #isStopped = false

  constructor(deps: RecoveryDeps, takeOver: TakeOver) {
    this.#deps = deps
    this.#takeOver = takeOver
    this.#running = this.#readAll()
    this.#timer = setInterval(() => {
      deps.journal.touch()
      this.#running = this.#running.then(() => this.#readAll())
    }, TOUCH_MS).unref()
  }

  /** Resolves when the journals found so far are taken over. */
  get done(): Promise<void> {
    return this.#running
  }

  stop() {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  async #readAll() {
    for (const id of leftBehind(this.#deps.dataDir)) {
      if (this.#isStopped) return
      if (!this.#reading.has(id)) await this.#read(id)
    }
  }

  async #read(id: string) {
    const { dataDir, log } = this.#deps
    this.#reading.add(id)
    let clicks = 0
    try {
      for await (const leftover of readLeftovers(this.#deps, id)) {
        if (this.#isStopped) return
        clicks += leftover.count
        await this.#takeOver.write(leftover)
      }
    } catch (error) {
      this.#reading.delete(id)
      // Another process may have stored and deleted it meanwhile.
      if (!this.#isStopped && leftBehind(dataDir).includes(id))
        log.error('could not read the clicks of a killed process, will retry', { error })
      return
    }
    if (clicks > 0) log.info('clicks of a killed process are taken over', { clicks })
    void this.#takeOver.allCounted().then(() => {
      // The database may have run the last statement of the killed process after its end.
      this.#takeOver.countStored()
      return this.#remove(id)
    })
  }

  async #remove(id: string) {
    const { dataDir, log } = this.#deps
    try {
      await removeJournal(dataDir, id)
      this.#reading.delete(id)
    } catch (error) {
      // The journal stays known, so that its clicks are not read again every few seconds.
      log.warn('could not delete the journal of a killed process', { error })
    }
  }
}
