import { LRUCache } from 'lru-cache'
import { sizeOf, type CachedPage } from './kept-page.ts'

/** Maximum size of the cache: several thousand pages of typical size. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Maximum time a user stays held. An edit that rolls back sends no notification, so its hold has to
 * expire.
 */
const MAX_HOLD_MS = 30_000

/** A page being rendered. `changedUsers`: users who edited something meanwhile. */
type PendingRender = { page: Promise<CachedPage>; changedUsers: Set<string>; isStale: boolean }

type Options = {
  render: (slug: string) => Promise<CachedPage>
  /** Returns false while notifications of changes may be lost. */
  isListening: () => boolean
  now?: () => number
}

/**
 * Cache of pages by slug. A page is rendered when first requested, and kept until its owner edits
 * something or time alone changes it. Only pages that are shown are kept.
 */
export class PageCache {
  readonly #kept: LRUCache<string, CachedPage>
  readonly #slugs = new Map<string, Set<string>>()
  readonly #flights = new Map<string, PendingRender>()
  readonly #open = new Set<PendingRender>()
  readonly #pendingEdits = new Map<string, NodeJS.Timeout[]>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#kept = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: sizeOf,
      dispose: (page, slug) => this.#forget(page, slug),
    })
  }

  /** Returns a page from memory; undefined if it has to be rendered. */
  get(slug: string): CachedPage | undefined {
    if (!this.#options.isListening()) return undefined
    const page = this.#kept.get(slug)
    if (!page) return undefined
    const { now = Date.now } = this.#options
    if (page.shown && page.shown.freshUntil > now()) return page
    this.#kept.delete(slug)
    return undefined
  }

  /** Renders a page. Concurrent calls for a slug share one rendering. */
  find(slug: string): Promise<CachedPage> {
    // During a commit, only a rendering that starts now is sure to see its result.
    const running = this.#pendingEdits.size === 0 ? this.#flights.get(slug) : undefined
    if (running && this.#options.isListening()) return running.page
    const pendingRender: PendingRender = {
      page: this.#options.render(slug),
      changedUsers: new Set(),
      isStale: !this.#options.isListening(),
    }
    this.#flights.set(slug, pendingRender)
    this.#open.add(pendingRender)
    pendingRender.page = pendingRender.page
      .then((page) => this.#land(slug, pendingRender, page))
      .finally(() => {
        this.#open.delete(pendingRender)
        if (this.#flights.get(slug) === pendingRender) this.#flights.delete(slug)
      })
    return pendingRender.page
  }

  /**
   * Stops caching pages of a user whose edit is about to be committed, until the notification
   * arrives.
   */
  hold(userId: string) {
    this.#drop(userId)
    const timer = setTimeout(() => this.#release(userId, timer), MAX_HOLD_MS)
    timer.unref()
    this.#pendingEdits.set(userId, [...(this.#pendingEdits.get(userId) ?? []), timer])
  }

  /** Returns whether an edit of this user may be about to commit. */
  isHeld = (userId: string) => this.#pendingEdits.has(userId)

  /** Handles a committed change of a user, from any process. */
  handleChange(userId: string) {
    this.#drop(userId)
    this.#release(userId, this.#pendingEdits.get(userId)?.[0])
  }

  /** Clears the cache, because notifications may have been lost. */
  clear() {
    for (const flight of this.#open) flight.isStale = true
    this.#flights.clear()
    this.#kept.clear()
  }

  stop() {
    for (const timers of this.#pendingEdits.values())
      for (const timer of timers) clearTimeout(timer)
    this.#pendingEdits.clear()
    this.clear()
  }

  #drop(userId: string) {
    for (const flight of this.#open) flight.changedUsers.add(userId)
    this.#flights.clear()
    for (const slug of this.#slugs.get(userId) ?? []) this.#kept.delete(slug)
  }

  #release(userId: string, timer: NodeJS.Timeout | undefined) {
    clearTimeout(timer)
    const left = (this.#pendingEdits.get(userId) ?? []).filter((one) => one !== timer)
    if (left.length > 0) this.#pendingEdits.set(userId, left)
    else this.#pendingEdits.delete(userId)
  }

  #land(
    slug: string,
    { changedUsers: changed, isStale: isLost }: PendingRender,
    page: CachedPage,
  ): CachedPage {
    const { userId } = page.shown ?? {}
    if (userId === undefined || isLost || !this.#options.isListening()) return page
    if (changed.has(userId) || this.#pendingEdits.has(userId)) return page
    this.#kept.set(slug, page)
    if (this.#kept.has(slug))
      this.#slugs.set(userId, (this.#slugs.get(userId) ?? new Set()).add(slug))
    return page
  }

  #forget(page: CachedPage, slug: string) {
    const userId = page.shown?.userId ?? ''
    const slugs = this.#slugs.get(userId)
    slugs?.delete(slug)
    if (slugs?.size === 0) this.#slugs.delete(userId)
  }
}
