import { eq } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import type { DedicatedConnection } from '../platform/db/dedicated-connection.ts'
import { listen } from '../platform/db/notify.ts'
import { announceHostChange, hostCaches, HOSTS_CHANNEL } from '../links/host-changes.ts'
import { linkDomains } from '../platform/db/schema.ts'
import { part, type Sql } from '../platform/db/sql.ts'
import type { Log } from '../platform/log/log.ts'

/**
 * A custom domain. `isOpen`: its links redirect. A suspended domain answers 404; `isGone`
 * means the account of its owner was deleted, and visitors are told so.
 */
export type OwnHost = {
  domainId: number
  userId: string
  isOpen: boolean
  isGone: boolean
  /** Whether links have exact codes here, which are looked up first. */
  hasExactCodes: boolean
}

const RETRY_MS = 1000

/** Announces a change of all domains of a user. Call it where their account is deleted. */
export async function announceAccountHostChanges(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .select({ domain: linkDomains.domain })
    .from(linkDomains)
    .where(eq(linkDomains.userId, userId))
    .for('update')
  for (const { domain } of rows) await announceHostChange(tx, domain)
}

/** In-memory index of custom domains by `Host` value. All rows are read at the start. */
export class OwnHosts {
  readonly #sql: Sql
  readonly #log: Log
  /** Hosts of the installation itself. They are checked first and cannot be a custom domain. */
  readonly #main: ReadonlySet<string>
  #hosts = new Map<string, OwnHost>()
  readonly #pendingEdits = new Map<string, Set<string>>()
  /** Reads run one after another, so that the last one has the newest data. */
  #reading: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(sql: Sql, log: Log, main: ReadonlySet<string>) {
    this.#sql = sql
    this.#log = log
    this.#main = main
  }

  /** Keeps the index up to date until the returned function is called. */
  async follow(dedicated: DedicatedConnection): Promise<() => void> {
    hostCaches.add(this)
    const listening = await listen(
      dedicated,
      HOSTS_CHANNEL,
      (payload) => {
        const [domain = '', change = ''] = payload.split(' ')
        this.#next(async () => {
          await this.#readOne(domain)
          this.release(domain, change)
        })
      },
      // Also runs after every reconnection, because notifications sent in between are lost.
      () => this.#next(() => this.#readAll()),
    )
    await this.#reading
    return () => {
      this.#isStopped = true
      hostCaches.delete(this)
      listening.stop()
    }
  }

  /**
   * Returns the domain from memory, a promise while its owner changes, or undefined for any other
   * host.
   */
  find(host: string): OwnHost | Promise<OwnHost | null> | undefined {
    if (this.#main.has(host) || this.isEmpty) return undefined
    // Fast path: browsers nearly always send the plain lowercase name.
    const known = this.#hosts.get(host)
    if (known !== undefined && this.#pendingEdits.size === 0) return known
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    return this.#pendingEdits.has(name) ? this.#read(name) : this.#hosts.get(name)
  }

  /** Returns whether links on this domain may redirect. Also true while the domain is changing. */
  mayRedirect(name: string): boolean {
    return this.#hosts.get(name)?.isOpen === true || this.#pendingEdits.has(name)
  }

  /** True if there is no custom domain, also none that is changing. */
  get isEmpty(): boolean {
    return this.#hosts.size === 0 && this.#pendingEdits.size === 0
  }

  hold(domain: string, change: string) {
    this.#pendingEdits.set(domain, (this.#pendingEdits.get(domain) ?? new Set()).add(change))
  }

  release(domain: string, change: string) {
    const edits = this.#pendingEdits.get(domain)
    edits?.delete(change)
    if (edits?.size === 0) this.#pendingEdits.delete(domain)
  }

  #next(read: () => Promise<void>) {
    this.#reading = this.#reading.then(read).catch((error: unknown) => {
      // Keep the old data until everything can be read again.
      this.#log.error('could not read the custom domains', { error })
      setTimeout(() => {
        if (!this.#isStopped) this.#next(() => this.#readAll())
      }, RETRY_MS).unref()
    })
  }

  async #readAll() {
    const sql = this.#sql
    const rows = await sql<Row[]>`
      select ${COLUMNS} from link_domains
      where ${IS_RESERVED}`
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
      select ${COLUMNS} from link_domains
      where domain = ${domain} and ${IS_RESERVED}`
    return row ? toHost(row) : null
  }
}

type Row = {
  domain: string
  id: number
  user_id: string | null
  status: string
  has_exact_codes: boolean
}
const COLUMNS = part`domain, id, user_id, status, has_exact_codes`

/** At most one row per domain matches. */
const IS_RESERVED = part`(status in ('verified', 'suspended') and user_id is not null or status = 'gone')`

const toHost = (row: Row): OwnHost => ({
  domainId: row.id,
  userId: row.user_id ?? '',
  isOpen: row.status === 'verified',
  isGone: row.status === 'gone',
  hasExactCodes: row.has_exact_codes,
})
