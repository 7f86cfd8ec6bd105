import type { LinkOrder } from '#contract/search/link-order.ts'
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

export type Totals = { links: number; clicks: number; earned: number; elsewhere: number }
export type LinkQuery = { q?: string; hidden?: boolean; ordering?: LinkOrder; filter?: LinkFilter }
type Query = Required<LinkQuery>
type Entries = ReadonlyMap<string, LinkEntry>

/** Answers about the links at one moment. */
export type LinkSnapshot = {
  entries: Entries
  ids: (query: Query) => string[]
  ordered: (name: LinkListName, ordering: LinkOrder) => LinkEntry[]
  facets: (name: LinkListName) => Facets
  totals: (name: LinkListName) => Totals
  /** Returns short steps that compute in `next` all that this snapshot was asked for. */
  stepsFor: (next: LinkSnapshot) => (() => unknown)[]
}

/**
 * Creates the answers about the links at one moment. Each is computed once, because a screen asks
 * for the same one several times per render.
 */
export function createSnapshot(entries: Entries): LinkSnapshot {
  const orders = new Map<string, LinkEntry[]>()
  const facetsByList = new Map<LinkListName, Facets>()
  const totalsByList = new Map<LinkListName, Totals>()
  const answers = new Map<string, { query: Query; ids: string[] }>()
  const rowsOf = (name: LinkListName) => [...entries.values()].filter(({ list }) => list === name)

  const ordered = (name: LinkListName, ordering: LinkOrder): LinkEntry[] =>
    computeOnce(orders, `${name} ${ordering}`, () => sortEntries(rowsOf(name), ordering))

  const facets = (name: LinkListName): Facets =>
    computeOnce(facetsByList, name, () => countFacets(rowsOf(name)))

  const totals = (name: LinkListName): Totals =>
    computeOnce(totalsByList, name, () => sumUp(rowsOf(name)))

  function ids(query: Query): string[] {
    const key = JSON.stringify(query)
    if (!answers.has(key) && answers.size >= MAX_CACHED_ANSWERS) answers.clear()
    return computeOnce(answers, key, () => ({ query, ids: find(query) })).ids
  }

  function find({ q, hidden, ordering, filter }: Query): string[] {
    const found = searchEntries(applyFilter(ordered(listName(hidden), ordering), filter), q)
    return (ordering === '-created' ? waitingFirst(found) : found).map(({ uuid }) => uuid)
  }

  function stepsFor(next: LinkSnapshot) {
    const queries = [...answers.values()].map(({ query }) => query)
    return [
      ...queries.map(
        ({ hidden, ordering }) =>
          () =>
            next.ordered(listName(hidden), ordering),
      ),
      ...queries.map((query) => () => next.ids(query)),
      ...[...facetsByList.keys()].map((name) => () => next.facets(name)),
      ...[...totalsByList.keys()].map((name) => () => next.totals(name)),
    ]
  }

  return { entries, ids, ordered, facets, totals, stepsFor }
}

function sumUp(entries: readonly LinkEntry[]): Totals {
  const totals = { links: entries.length, clicks: 0, earned: 0, elsewhere: 0 }
  for (const { clicks, commissions, elsewhere } of entries) {
    totals.clicks += clicks
    totals.earned += commissions
    totals.elsewhere += elsewhere
  }
  return totals
}

function computeOnce<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const value = known.get(key) ?? compute()
  known.set(key, value)
  return value
}

export const listName = (hidden: boolean): LinkListName => (hidden ? 'hiddenLinks' : 'links')
