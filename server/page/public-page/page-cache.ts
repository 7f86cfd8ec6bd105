import { LRUCache } from 'lru-cache'
import { sizeOf, type KeptPage } from './kept-page.ts'

/** Maximum size of the cache: several thousand pages of typical size. */
const MOST_BYTES = 64 * 1024 * 1024
/**
 * Maximum time a user stays held. An edit that rolls back sends no notification, so its hold has to
 * expire.
 */
const LONGEST_EDIT_MS = 30_000

/** A page being rendered. `changedUsers`: users who edited something meanwhile. */
type Flight = { page: Promise<KeptPage>; changed: Set<string>; isLost: boolean }

type Options = {
  render: (slug: string) => Promise<KeptPage>
  /** Returns false while notifications of changes may be lost. */
  isListening: () => boolean
  now?: () => number
}

/**
 * Cache of pages by slug. A page is rendered when first requested, and kept until its owner edits
 * something or time alone changes it. Only pages that are shown are kept.
 */
export class PageCache {
  readonly #kept: LRUCache<string, KeptPage>
  readonly #slugs = new Map<string, Set<string>>()
  readonly #flights = new Map<string, Flight>()
  readonly #open = new Set<Flight>()
  readonly #held = new Map<string, NodeJS.Timeout[]>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#kept = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: sizeOf,
      dispose: (page, slug) => this.#forget(page, slug),
    })
  }

  /** Returns a page from memory; undefined if it has to be rendered. */
  get(slug: string): KeptPage | undefined {
    if (!this.#options.isListening()) return undefined
    const page = this.#kept.get(slug)
    if (!page) return undefined
    const { now = Date.now } = this.#options
    if (page.shown && page.shown.freshUntil > now()) return page
    this.#kept.delete(slug)
    return undefined
  }

  /** Renders a page. Concurrent calls for a slug share one rendering. */
  find(slug: string): Promise<KeptPage> {
    // During a commit, only a rendering that starts now is sure to see its result.
    const running = this.#held.size === 0 ? this.#flights.get(slug) : undefined
    if (running && this.#options.isListening()) return running.page
    const flight: Flight = {
      page: this.#options.render(slug),
      changed: new Set(),
      isLost: !this.#options.isListening(),
    }
    this.#flights.set(slug, flight)
    this.#open.add(flight)
    flight.page = flight.page
      .then((page) => this.#land(slug, flight, page))
      .finally(() => {
        this.#open.delete(flight)
        if (this.#flights.get(slug) === flight) this.#flights.delete(slug)
      })
    return flight.page
  }

  /**
   * Stops caching pages of a user whose edit is about to be committed, until the notification
   * arrives.
   */
  hold(userId: string) {
    this.#drop(userId)
    const late = setTimeout(() => this.#release(userId, late), LONGEST_EDIT_MS)
    late.unref()
    this.#held.set(userId, [...(this.#held.get(userId) ?? []), late])
  }

  /** Handles a committed change of a user, from any process. */
  changed(userId: string) {
    this.#drop(userId)
    this.#release(userId, this.#held.get(userId)?.[0])
  }

  /** Clears the cache, because notifications may have been lost. */
  clear() {
    for (const flight of this.#open) flight.isLost = true
    this.#flights.clear()
    this.#kept.clear()
  }

  stop() {
    for (const timers of this.#held.values()) for (const timer of timers) clearTimeout(timer)
    this.#held.clear()
    this.clear()
  }

  #drop(userId: string) {
    for (const flight of this.#open) flight.changed.add(userId)
    this.#flights.clear()
    for (const slug of this.#slugs.get(userId) ?? []) this.#kept.delete(slug)
  }

  #release(userId: string, timer: NodeJS.Timeout | undefined) {
    clearTimeout(timer)
    const left = (this.#held.get(userId) ?? []).filter((one) => one !== timer)
    if (left.length > 0) this.#held.set(userId, left)
    else this.#held.delete(userId)
  }

  #land(slug: string, { changed, isLost }: Flight, page: KeptPage): KeptPage {
    const { userId } = page.shown ?? {}
    if (userId === undefined || isLost || !this.#options.isListening()) return page
    if (changed.has(userId) || this.#held.has(userId)) return page
    this.#kept.set(slug, page)
    if (this.#kept.has(slug))
      this.#slugs.set(userId, (this.#slugs.get(userId) ?? new Set()).add(slug))
    return page
  }

  #forget(page: KeptPage, slug: string) {
    const userId = page.shown?.userId ?? ''
    const slugs = this.#slugs.get(userId)
    slugs?.delete(slug)
    if (slugs?.size === 0) this.#slugs.delete(userId)
  }
}
