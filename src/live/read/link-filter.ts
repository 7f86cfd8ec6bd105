import type { LinkEntry } from '#mirror/store/link-order.ts'

/** Filter of a list of links. Empty values match everything. */
export type LinkFilter = {
  /** Tags that a link must all have, as in the server's search. */
  tags: string[]
  /** Name of a regular collection. */
  collection: string
  domain: string
  /** Whether the clicks count for a brand of the network. */
  network: '' | 'in' | 'out'
}

export const NO_FILTER: LinkFilter = { tags: [], collection: '', domain: '', network: '' }

export const isFiltered = ({ tags, collection, domain, network }: LinkFilter) =>
  tags.length > 0 || collection !== '' || domain !== '' || network !== ''

export function applyFilter(entries: LinkEntry[], filter: LinkFilter): LinkEntry[] {
  if (!isFiltered(filter)) return entries
  const { tags, collection, domain, network } = filter
  return entries.filter(
    (entry) =>
      (collection === '' || entry.collections.includes(collection)) &&
      (domain === '' || entry.domain === domain) &&
      (network === '' || entry.inNetwork === (network === 'in')) &&
      tags.every((tag) => entry.tags.includes(tag)),
  )
}

export type NameCount = { name: string; count: number }
/** Tags, collections and domains that occur in a list, most frequent first. */
export type Facets = { tags: NameCount[]; collections: NameCount[]; domains: NameCount[] }

export function countFacets(entries: Iterable<LinkEntry>): Facets {
  const [tags, collections, domains] = [new Tally(), new Tally(), new Tally()]
  for (const entry of entries) {
    for (const tag of entry.tags) tags.add(tag)
    for (const name of entry.collections) collections.add(name)
    if (entry.domain !== '') domains.add(entry.domain)
  }
  return { tags: tags.sorted(), collections: collections.sorted(), domains: domains.sorted() }
}

class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  sorted = (): NameCount[] =>
    [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
