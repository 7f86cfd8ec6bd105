import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../log/log.ts'
import { openClient, type DbAddress } from './client.ts'

type Ask = (text: string, values?: unknown[]) => Promise<void>

/**
 * One connection that is kept for what belongs to a session: listening, and locks that say that this
 * process lives. When it is lost another one takes its place, within half a second of a database
 * that is back.
 */
export type DedicatedConnection = {
  /** Runs on this connection, and first of all on every later one: what the session held is lost with it. */
  keep(begin: (ask: Ask) => Promise<void>): Promise<() => void>
  ask: Ask
  /** False while notices may be missed. */
  readonly isConnected: boolean
  onNotice(handler: (channel: string, payload: string) => void): () => void
  stop(): Promise<void>
}

const NAME = 'split session'
const ANSWER_MS = 5000
/** A network that is gone says nothing, so the connection is asked for a sign of life. */
const PULSE_MS = 5000
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 500

/** Throws when the first connection cannot be made. */
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
      application_name: NAME,
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
    // Lost while the work above went on: there is no further word of it.
    if (socket.destroyed) throw new Error('the connection was lost at once')
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
    this.#log.warn('the connection for notices was lost')
    let wait = FIRST_RETRY_MS
    for (;;) {
      await sleep(wait, undefined, { ref: false })
      if (this.#isStopped) return
      try {
        await this.connect()
        break
      } catch (error) {
        this.#log.debug('no connection for notices yet', { error })
        wait = Math.min(LAST_RETRY_MS, wait * 2)
      }
    }
    if (this.#isStopped) this.#drop()
    else this.#log.info('the connection for notices is back')
  }

  /** Not connected right now: it is done as soon as there is a connection, and nothing waits. */
  async keep(begin: (ask: Ask) => Promise<void>) {
    this.#begins.add(begin)
    const client = this.#client
    if (client) await begin(askOf(client)).catch(() => this.#drop())
    return () => void this.#begins.delete(begin)
  }

  async ask(text: string, values: unknown[] = []) {
    const client = this.#client
    if (client) await askOf(client)(text, values)
    else throw new Error('the connection for notices is lost')
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
