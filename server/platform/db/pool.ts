import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { asLost, ConnectionLost } from './connection-lost.ts'
import { within } from '../within.ts'
import { unavailableBy } from './unavailable.ts'

type Callback = Parameters<Pool['connect']>[0]

/** A database that is back is found within half a second, however long it was gone. */
const FIRST_PAUSE_MS = 20
const LAST_PAUSE_MS = 500

/** How long the other side may take to end a connection that was said goodbye to. */
const GOODBYE_MS = 1000

/** How pg says that no connection came free in time. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/**
 * A pool that does not spin. While no connection can be made, one try at a time is made for everybody,
 * with pauses in between. A short outage is waited out; once it has lasted for `patienceMs`, whoever
 * asks hears of it with the next try.
 */
export class PatientPool extends Pool {
  readonly #patienceMs: number
  /** When each connection is closed, which pg does not wait for. */
  readonly #closing = new Set<Promise<void>>()
  #failures = 0
  #goneSince = 0
  #trying: Promise<void> | undefined

  constructor(config: PoolConfig, patienceMs: number) {
    super(config)
    this.#patienceMs = patienceMs
    // A connection that ends while somebody has it is told to them by their statement; the pool
    // listens only to those that nobody has, and an error that nobody hears ends the process.
    this.on('connect', (client) => {
      client.on('error', () => {})
      this.#watch(client)
    })
    this.on('error', () => {})
  }

  /**
   * Until its connections are closed: a database that is stopped right after cuts off one that is
   * still there, which would be an error in the log of a command that went well.
   */
  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | void {
    return callback ? super.end(callback) : super.end().then(() => this.#closed())
  }

  async #closed(): Promise<void> {
    await within(GOODBYE_MS, Promise.all(this.#closing), [])
  }

  #watch(client: PoolClient) {
    const closed = new Promise<void>((resolve) => void client.once('end', resolve))
    this.#closing.add(closed)
    void closed.then(() => this.#closing.delete(closed))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (!callback) return this.#take()
    void this.#giveTo(callback)
  }

  async #giveTo(callback: Callback): Promise<void> {
    let client: PoolClient
    try {
      client = await this.#take()
    } catch (error) {
      return callback(error as Error, undefined, () => {})
    }
    callback(undefined, client, (error) => client.release(error))
  }

  async #take(): Promise<PoolClient> {
    for (;;) {
      while (this.#failures > 0) await (this.#trying ??= this.#tryAgain())
      try {
        return await this.#connectOnce()
      } catch (error) {
        if (!this.#isWorthWaiting(error)) throw error
      }
    }
  }

  async #tryAgain(): Promise<void> {
    try {
      await sleep(Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures))
      const client = await this.#connectOnce()
      client.release()
    } catch (error) {
      if (!this.#isWorthWaiting(error)) throw error
    } finally {
      this.#trying = undefined
    }
  }

  async #connectOnce(): Promise<PoolClient> {
    try {
      const client = await super.connect()
      this.#failures = 0
      return client
    } catch (error) {
      if (error instanceof Error && error.message === WAITED_TOO_LONG)
        throw new ConnectionLost('busy', error)
      if (this.#failures === 0) this.#goneSince = performance.now()
      this.#failures += 1
      throw asLost(error)
    }
  }

  #isWorthWaiting(error: unknown): boolean {
    const isOver = performance.now() - this.#goneSince >= this.#patienceMs
    return !this.ending && !isOver && unavailableBy(error) === 'gone'
  }
}
