import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../log/log.ts'
import { openClient, type DbAddress } from './client.ts'

type Ask = (text: string, values?: unknown[]) => Promise<void>

/**
 * A connection for session features: notifications, and locks that show that this process is alive.
 * A lost connection is replaced within half a second after the database is available again.
 */
export type DedicatedConnection = {
  /**
   * Runs work on this connection and again on each new one, because a lost session loses its state.
   */
  keep(begin: (ask: Ask) => Promise<void>): Promise<() => void>
  ask: Ask
  /** False while notifications may be missed. */
  readonly isConnected: boolean
  onNotice(handler: (channel: string, payload: string) => void): () => void
  stop(): Promise<void>
}

/** Name of this connection in `pg_stat_activity`. Every running process has one. */
export const SESSION_NAME = 'split session'
const ANSWER_MS = 5000
/** Interval of test queries, because a broken network reports no error. */
const PULSE_MS = 5000
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 500

/** Opens the connection. Throws if the first attempt fails. */
export async function openDedicated(address: DbAddress, log: Log): Promise<DedicatedConnection> {
  const dedicated = new ReconnectingConnection(address, log)
  await dedicated.connect()
  return dedicated
}

class ReconnectingConnection implements DedicatedConnection {
  readonly #address: DbAddress
  readonly #log: Log
  readonly #begins = new Set<(ask: Ask) => Promise<void>>()
  readonly #handlers = new Set<(channel: string, payload: string) => void>()
  #client: Client | undefined
  #drop = () => {}
  #pulse: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(address: DbAddress, log: Log) {
    this.#address = address
    this.#log = log
  }

  get isConnected() {
    return this.#client !== undefined
  }

  async connect() {
    const socket = new Socket()
    const client = openClient(this.#address, {
      application_name: SESSION_NAME,
      query_timeout: ANSWER_MS,
      stream: () => socket,
    })
    const drop = () => socket.destroy()
    client.on('error', drop)
    client.on('notification', ({ channel, payload = '' }) =>
      this.#handlers.forEach((handler) => handler(channel, payload)),
    )
    try {
      await client.connect()
      for (const begin of this.#begins) await begin(askOf(client))
    } catch (error) {
      drop()
      throw error
    }
    // A loss during the work above triggers no further event.
    if (socket.destroyed) throw new Error('the connection was lost while it was opened')
    client.on('end', () => void this.#reconnect())
    this.#client = client
    this.#drop = drop
    this.#pulse = setInterval(() => client.query('select 1').catch(drop), PULSE_MS)
    this.#pulse.unref()
  }

  async #reconnect() {
    clearInterval(this.#pulse)
    this.#client = undefined
    if (this.#isStopped) return
    this.#log.warn('the connection for notifications was lost')
    let wait = FIRST_RETRY_MS
    for (;;) {
      await sleep(wait, undefined, { ref: false })
      if (this.#isStopped) return
      try {
        await this.connect()
        break
      } catch (error) {
        this.#log.debug('no connection for notifications yet', { error })
        wait = Math.min(LAST_RETRY_MS, wait * 2)
      }
    }
    if (this.#isStopped) this.#drop()
    else this.#log.info('the connection for notifications is back')
  }

  /**
   * Runs `begin` on this connection, now and after every reconnection. If there is no connection,
   * does not wait for one. Returns a function that stops this.
   */
  async keep(begin: (ask: Ask) => Promise<void>) {
    this.#begins.add(begin)
    const client = this.#client
    if (client) await begin(askOf(client)).catch(() => this.#drop())
    return () => void this.#begins.delete(begin)
  }

  async ask(text: string, values: unknown[] = []) {
    const client = this.#client
    if (client) await askOf(client)(text, values)
    else throw new Error('the connection for notifications is lost')
  }

  onNotice(handler: (channel: string, payload: string) => void) {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  async stop() {
    this.#isStopped = true
    clearInterval(this.#pulse)
    const late = setTimeout(() => this.#drop(), 1000)
    await this.#client?.end().catch(() => {})
    clearTimeout(late)
  }
}

const askOf =
  (client: Client): Ask =>
  async (text, values = []) => {
    await client.query(text, values)
  }
