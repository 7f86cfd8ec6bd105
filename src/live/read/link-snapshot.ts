import type { LinkOrder } from '#contract/links.ts'
import {
  searchEntries,
  sortEntries,
  waitingFirst,
  type LinkEntry,
} from '#mirror/store/link-order.ts'
import type { LinkListName } from '#mirror/store/storage.ts'
import { applyFilter, countFacets, type Facets, type LinkFilter } from './link-filter.ts'

/** Number of answers cached until something changes. */
const MAX_CACHED_ANSWERS = 4

export type Totals = { links: number; clicks: number; earned: number }
export type LinkQuery = { q?: string; hidden?: boolean; ordering?: LinkOrder; filter?: LinkFilter }
type Query = Required<LinkQuery>

/**
 * Answers about the links at one moment, each computed once. A screen asks for the same one several
 * times per render.
 */
export class LinkSnapshot {
  readonly #orders = new Map<string, LinkEntry[]>()
  readonly #facets = new Map<LinkListName, Facets>()
  readonly #totals = new Map<LinkListName, Totals>()
  readonly #found = new Map<string, { query: Query; ids: string[] }>()

  constructor(readonly entries: ReadonlyMap<string, LinkEntry>) {}

  /** Returns short steps that compute in `next` all that this snapshot was asked for. */
  stepsFor(next: LinkSnapshot): (() => unknown)[] {
    const queries = [...this.#found.values()].map(({ query }) => query)
    return [
      ...queries.map(
        ({ hidden, ordering }) =>
          () =>
            next.ordered(listName(hidden), ordering),
      ),
      ...queries.map((query) => () => next.ids(query)),
      ...[...this.#facets.keys()].map((name) => () => next.facets(name)),
      ...[...this.#totals.keys()].map((name) => () => next.totals(name)),
    ]
  }

  ids(query: Query): string[] {
    const key = JSON.stringify(query)
    const known = this.#found.get(key)
    if (known) return known.ids
    const { q, hidden, ordering, filter } = query
    const entries = applyFilter(this.ordered(listName(hidden), ordering), filter)
    const found = searchEntries(entries, q)
    const ids = (ordering === '-created' ? waitingFirst(found) : found).map(({ uuid }) => uuid)
    if (this.#found.size >= MAX_CACHED_ANSWERS) this.#found.clear()
    this.#found.set(key, { query, ids })
    return ids
  }

  ordered(name: LinkListName, ordering: LinkOrder): LinkEntry[] {
    const key = `${name} ${ordering}`
    const known = this.#orders.get(key)
    if (known) return known
    const ordered = sortEntries(this.#of(name), ordering)
    this.#orders.set(key, ordered)
    return ordered
  }

  facets(name: LinkListName): Facets {
    const known = this.#facets.get(name)
    if (known) return known
    const facets = countFacets(this.#of(name))
    this.#facets.set(name, facets)
    return facets
  }

  totals(name: LinkListName): Totals {
    const known = this.#totals.get(name)
    if (known) return known
    const totals = { links: 0, clicks: 0, earned: 0 }
    for (const { clicks, commissions } of this.#of(name)) {
      totals.links += 1
      totals.clicks += clicks
      totals.earned += commissions
    }
    this.#totals.set(name, totals)
    return totals
  }

  #of = (name: LinkListName) => [...this.entries.values()].filter(({ list }) => list === name)
}

export const listName = (hidden: boolean): LinkListName => (hidden ? 'hiddenLinks' : 'links')
