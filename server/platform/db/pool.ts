import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { toConnectionLost, ConnectionLost } from './connection-lost.ts'
import { withTimeout } from '../with-timeout.ts'
import { unavailableReason } from './unavailable.ts'

type Callback = Parameters<Pool['connect']>[0]

/**
 * Pauses between attempts grow from here to `LAST_PAUSE_MS`, so that a database that is available
 * again is used within half a second.
 */
const FIRST_PAUSE_MS = 20
const LAST_PAUSE_MS = 500

/** Maximum wait until closed connections have ended. */
const CLOSE_MS = 1000

/** Message of pg when no connection became free in time. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect'

/**
 * Connection pool that waits during short outages. While no connection is possible, it makes one
 * attempt at a time with pauses in between. After `patienceMs`, callers get the error of the next
 * attempt.
 */
export class PatientPool extends Pool {
  readonly #patienceMs: number
  /** Promises of connections that are not yet closed. pg does not wait for them. */
  readonly #closing = new Set<Promise<void>>()
  #failures = 0
  #goneSince = 0
  #trying: Promise<void> | undefined

  constructor(config: PoolConfig, patienceMs: number) {
    super(config)
    this.#patienceMs = patienceMs
    // A connection that fails in use makes its statement fail. pg listens to errors of idle
    // connections only, and an error event without a listener would end the process.
    this.on('connect', (client) => {
      client.on('error', () => {})
      this.#watch(client)
    })
    this.on('error', () => {})
  }

  /**
   * Waits until all connections are closed. Otherwise a database that is stopped next would log an
   * error about a lost connection.
   */
  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | void {
    return callback ? super.end(callback) : super.end().then(() => this.#closed())
  }

  async #closed(): Promise<void> {
    await withTimeout(CLOSE_MS, Promise.all(this.#closing), [])
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
      if (error instanceof Error && error.message === POOL_TIMEOUT_MESSAGE)
        throw new ConnectionLost('busy', error)
      if (this.#failures === 0) this.#goneSince = performance.now()
      this.#failures += 1
      throw toConnectionLost(error)
    }
  }

  #isWorthWaiting(error: unknown): boolean {
    const isOver = performance.now() - this.#goneSince >= this.#patienceMs
    return !this.ending && !isOver && unavailableReason(error) === 'gone'
  }
}
