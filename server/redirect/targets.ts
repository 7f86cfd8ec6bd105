import { LRUCache } from 'lru-cache'
import type { Target } from './target.ts'

/** Maximum number and memory of cached targets. Most take 1 KB, and 1 KB more for each rule. */
const MAX_TARGETS = 50_000
const MAX_BYTES = 50_000_000

/** Measured sizes. A URL is stored as such, as a header and as a prefix for the click id. */
const TARGET_BYTES = 900
const RULE_BYTES = 1000
const BYTES_PER_LETTER = 3

function sizeOf({ to, rules }: Target): number {
  const own = TARGET_BYTES + BYTES_PER_LETTER * to.url.length
  return (rules?.outcomes ?? []).reduce(
    (sum, { way }) => sum + RULE_BYTES + BYTES_PER_LETTER * (way?.to.url.length ?? 0),
    own,
  )
}

const createCache = () =>
  new LRUCache<string, Target>({ max: MAX_TARGETS, maxSize: MAX_BYTES, sizeCalculation: sizeOf })
/**
 * Maximum number of cached unknown codes: enough for mistyped links, too few for a scan of codes to
 * fill the memory.
 */
const MAX_UNKNOWN = 10_000

/** Read in progress. `isCurrent` becomes false when an edit may have happened after its start. */
type PendingRead = { target: Promise<Target | null>; isCurrent: boolean }

/**
 * Cache of targets by link key. Entries have no expiry; `drop` removes them when their link
 * changes.
 */
export class Targets {
  readonly #known = createCache()
  readonly #unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN })
  /**
   * Targets from before a possible loss of notifications. Used only while the database cannot be
   * read.
   */
  readonly #doubtful = createCache()
  readonly #flights = new Map<string, PendingRead>()
  readonly #pendingEdits = new Map<string, Set<string>>()
  readonly #read: (key: string) => Promise<Target | null>

  constructor(read: (key: string) => Promise<Target | null>) {
    this.#read = read
  }

  /** Returns a target from memory, null for an unknown code, or undefined if it has to be read. */
  get(key: string): Target | null | undefined {
    return this.#known.get(key) ?? (this.#unknown.get(key) ? null : undefined)
  }

  /** Reads a target. Concurrent calls for a key share one read. */
  find(key: string): Promise<Target | null> {
    // During an edit, only a read that starts now is sure to see its result.
    if (this.#pendingEdits.has(key)) return this.#read(key)
    const running = this.#flights.get(key)
    if (running) return running.target
    const pendingRead: PendingRead = { target: this.#read(key), isCurrent: true }
    this.#flights.set(key, pendingRead)
    pendingRead.target = pendingRead.target.then(
      (target) => this.#land(key, pendingRead, target),
      (error: unknown) => {
        if (pendingRead.isCurrent) this.#flights.delete(key)
        const target = this.#doubtful.get(key)
        if (target) return target
        throw error
      },
    )
    return pendingRead.target
  }

  /** Removes a changed link. A read that is in progress is not cached. */
  drop(key: string) {
    const pendingRead = this.#flights.get(key)
    if (pendingRead) pendingRead.isCurrent = false
    this.#flights.delete(key)
    this.#known.delete(key)
    this.#unknown.delete(key)
    this.#doubtful.delete(key)
  }

  /** Removes all links of a user. Reads that are in progress are not cached. */
  dropOwner(userId: string) {
    this.#forgetFlights()
    for (const cache of [this.#known, this.#doubtful])
      for (const [key, { link }] of cache.entries()) if (link.userId === userId) cache.delete(key)
  }

  /**
   * Marks all targets as outdated, because notifications may have been missed. They are read again
   * when possible.
   */
  clear() {
    this.#forgetFlights()
    for (const [key, target] of this.#known.entries()) this.#doubtful.set(key, target)
    this.#known.clear()
    this.#unknown.clear()
  }

  /** Bypasses the cache for a key while an edit of its link is committed, until `release`. */
  hold(key: string, edit: string) {
    this.drop(key)
    const edits = this.#pendingEdits.get(key) ?? new Set()
    this.#pendingEdits.set(key, edits.add(edit))
  }

  release(key: string, edit: string) {
    const edits = this.#pendingEdits.get(key)
    edits?.delete(edit)
    if (edits?.size === 0) this.#pendingEdits.delete(key)
  }

  #forgetFlights() {
    for (const flight of this.#flights.values()) flight.isCurrent = false
    this.#flights.clear()
  }

  #land(key: string, flight: PendingRead, target: Target | null): Target | null {
    if (!flight.isCurrent) return target
    this.#flights.delete(key)
    this.#doubtful.delete(key)
    if (!target) this.#unknown.set(key, true)
    else if (!target.isByFormerCode) this.#known.set(key, target)
    return target
  }
}
