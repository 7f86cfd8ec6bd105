import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import type { DedicatedConnection } from '../platform/db/dedicated-connection.ts'
import { listen, notify } from '../platform/db/notify.ts'
import { linkDomains } from '../platform/db/schema.ts'
import { part, type Sql } from '../platform/db/sql.ts'
import type { Log } from '../platform/log/log.ts'

/**
 * Somebody's own domain; `isOpen`: its links lead on. One that is suspended shows nothing at all; one whose
 * owner's account was deleted says so.
 */
export type OwnHost = { domainId: number; userId: string; isOpen: boolean; isGone: boolean }

const CHANNEL = 'split_domains'
/** A change that was rolled back never announces itself; its hold ends by itself. */
const LONGEST_CHANGE_MS = 30_000
const AGAIN_MS = 1000

const all = new Set<OwnHosts>()
const thisProcess = randomUUID()
let changes = 0

/**
 * Call it in the transaction that makes a name somebody's, or nobody's. Other processes hear of it at
 * the commit; this one asks the database about the name until it hears of its own.
 */
export async function hostChanged(tx: Tx, domain: string): Promise<void> {
  const change = `${thisProcess}.${(changes += 1)}`
  for (const hosts of all) {
    hosts.hold(domain, change)
    setTimeout(() => hosts.release(domain, change), LONGEST_CHANGE_MS).unref()
  }
  await notify(tx, CHANNEL, `${domain} ${change}`)
}

/** The same for all that somebody has; call it in the transaction in which their account goes. */
export async function hostsOfAccountChanged(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .select({ domain: linkDomains.domain })
    .from(linkDomains)
    .where(eq(linkDomains.userId, userId))
    .for('update')
  for (const { domain } of rows) await hostChanged(tx, domain)
}

/** Which `Host` values are people's own domains: all of them in memory, read at the start. */
export class OwnHosts {
  readonly #sql: Sql
  readonly #log: Log
  /** The installation's own names, which are looked for first, and nobody's. */
  readonly #main: ReadonlySet<string>
  #hosts = new Map<string, OwnHost>()
  readonly #held = new Map<string, Set<string>>()
  /** Reads follow each other, so that the last one is the newest. */
  #reading: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(sql: Sql, log: Log, main: ReadonlySet<string>) {
    this.#sql = sql
    this.#log = log
    this.#main = main
  }

  /** Follows every change until the returned function is called. */
  async follow(dedicated: DedicatedConnection): Promise<() => void> {
    all.add(this)
    const listening = await listen(
      dedicated,
      CHANNEL,
      (payload) => {
        const [domain = '', change = ''] = payload.split(' ')
        this.#next(async () => {
          await this.#readOne(domain)
          this.release(domain, change)
        })
      },
      // Also after every reconnection: what changed in between was not heard.
      () => this.#next(() => this.#readAll()),
    )
    await this.#reading
    return () => {
      this.#isStopped = true
      all.delete(this)
      listening.stop()
    }
  }

  /** From memory; a promise while the name is changing hands; undefined for every other host. */
  of(host: string): OwnHost | Promise<OwnHost | null> | undefined {
    if (this.#main.has(host) || this.#isEmpty()) return undefined
    // As browsers write it, which is all but always the name itself.
    const known = this.#hosts.get(host)
    if (known !== undefined && this.#held.size === 0) return known
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    return this.#held.has(name) ? this.#read(name) : this.#hosts.get(name)
  }

  /** Whether links may lead on there; true also while that is changing. */
  mayLeadOn(name: string): boolean {
    if (this.#isEmpty()) return false
    return this.#hosts.get(name)?.isOpen === true || this.#held.has(name)
  }

  #isEmpty = () => this.#hosts.size === 0 && this.#held.size === 0

  hold(domain: string, change: string) {
    this.#held.set(domain, (this.#held.get(domain) ?? new Set()).add(change))
  }

  release(domain: string, change: string) {
    const held = this.#held.get(domain)
    held?.delete(change)
    if (held?.size === 0) this.#held.delete(domain)
  }

  #next(read: () => Promise<void>) {
    this.#reading = this.#reading.then(read).catch((error: unknown) => {
      // What was known is better than nothing, until all of it can be read again.
      this.#log.error('own domains not read', { error })
      setTimeout(() => {
        if (!this.#isStopped) this.#next(() => this.#readAll())
      }, AGAIN_MS).unref()
    })
  }

  async #readAll() {
    const sql = this.#sql
    const rows = await sql<Row[]>`
      select domain, id, user_id, status from link_domains
      where ${HELD}`
    this.#hosts = new Map(rows.map((row) => [row.domain, toHost(row)]))
  }

  async #readOne(domain: string) {
    const found = await this.#read(domain)
    if (found) this.#hosts.set(domain, found)
    else this.#hosts.delete(domain)
  }

  async #read(domain: string): Promise<OwnHost | null> {
    const sql = this.#sql
    const [row] = await sql<Row[]>`
      select domain, id, user_id, status from link_domains
      where domain = ${domain} and ${HELD}`
    return row ? toHost(row) : null
  }
}

type Row = { domain: string; id: number; user_id: string | null; status: string }

/** One row a name, at most. */
const HELD = part`(status in ('verified', 'suspended') and user_id is not null or status = 'gone')`

const toHost = (row: Row): OwnHost => ({
  domainId: row.id,
  userId: row.user_id ?? '',
  isOpen: row.status === 'verified',
  isGone: row.status === 'gone',
})
