import { LRUCache } from 'lru-cache'
import type { Target } from './target.ts'

/** A target is below a kilobyte, so this many stay below 50 MB whatever the number of links. */
const MOST_TARGETS = 50_000
/** Codes that are none: enough for mistyped links, too few for a scan of codes to fill memory. */
const MOST_UNKNOWN = 10_000

/** A read in progress; false once an edit may have overtaken it. */
type Flight = { target: Promise<Target | null>; isCurrent: boolean }

/**
 * Targets by link key, read once when first asked for and kept until the link changes. Nothing
 * expires by time: `drop` on every change is what keeps it exact.
 */
export class Targets {
  readonly #known = new LRUCache<string, Target>({ max: MOST_TARGETS })
  readonly #unknown = new LRUCache<string, true>({ max: MOST_UNKNOWN })
  /** What was known when notices may have been missed: better than no answer, while none can be read. */
  readonly #doubtful = new LRUCache<string, Target>({ max: MOST_TARGETS })
  readonly #flights = new Map<string, Flight>()
  readonly #held = new Map<string, Set<string>>()
  readonly #read: (key: string) => Promise<Target | null>

  constructor(read: (key: string) => Promise<Target | null>) {
    this.#read = read
  }

  /** From memory: a target, null for a code that is none, undefined when it has to be read. */
  get(key: string): Target | null | undefined {
    return this.#known.get(key) ?? (this.#unknown.get(key) ? null : undefined)
  }

  /** Reads it; all who ask meanwhile share one read. */
  find(key: string): Promise<Target | null> {
    // While an edit is under way only a read that begins now is sure to see its outcome.
    if (this.#held.has(key)) return this.#read(key)
    const running = this.#flights.get(key)
    if (running) return running.target
    const flight: Flight = { target: this.#read(key), isCurrent: true }
    this.#flights.set(key, flight)
    flight.target = flight.target.then(
      (target) => this.#land(key, flight, target),
      (error: unknown) => {
        if (flight.isCurrent) this.#flights.delete(key)
        const target = this.#doubtful.get(key)
        if (target) return target
        throw error
      },
    )
    return flight.target
  }

  /** The link changed: whatever was read before must not be used for later requests. */
  drop(key: string) {
    const flight = this.#flights.get(key)
    if (flight) flight.isCurrent = false
    this.#flights.delete(key)
    this.#known.delete(key)
    this.#unknown.delete(key)
    this.#doubtful.delete(key)
  }

  /** Notifications may have been missed: everything is read again, if it can be. */
  clear() {
    for (const flight of this.#flights.values()) flight.isCurrent = false
    this.#flights.clear()
    for (const [key, target] of this.#known.entries()) this.#doubtful.set(key, target)
    this.#known.clear()
    this.#unknown.clear()
  }

  /** From now until `release` the key is read afresh every time: an edit of it is being committed. */
  hold(key: string, edit: string) {
    this.drop(key)
    const edits = this.#held.get(key) ?? new Set()
    this.#held.set(key, edits.add(edit))
  }

  release(key: string, edit: string) {
    const edits = this.#held.get(key)
    edits?.delete(edit)
    if (edits?.size === 0) this.#held.delete(key)
  }

  #land(key: string, flight: Flight, target: Target | null): Target | null {
    if (!flight.isCurrent) return target
    this.#flights.delete(key)
    this.#doubtful.delete(key)
    if (!target) this.#unknown.set(key, true)
    else if (!target.isByFormerCode) this.#known.set(key, target)
    return target
  }
}
