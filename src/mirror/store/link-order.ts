import { fold, searchWords } from '#contract/search/fold.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { listOf, type LinkListName } from './storage.ts'
import type { LocalLink } from '../outbox/waiting.ts'

/** Fields of a link for search and ordering. Ten thousand of them take a few megabytes. */
export type LinkEntry = {
  uuid: string
  list: LinkListName
  /** Folded text for the search. */
  text: string
  /** Complete short link, for searches with a pasted one. Its host alone would match every row. */
  short: string
  name: string
  created: string
  /** Creation time in ms. */
  time: number
  clicks: number
  commissions: number
  /** Income from affiliate networks in US dollars. */
  elsewhere: number
  tags: readonly string[]
  collections: readonly string[]
  domain: string
  inNetwork: boolean
  /** Whether it has changes that are not on the server. */
  waiting: boolean
}

export const entryOf = (link: LocalLink): LinkEntry => ({
  uuid: link.uuid,
  list: listOf(link),
  text: fold(
    [link.name, link.short_code, link.url, ...link.tags, ...link.regular_collection_names].join(
      '\n',
    ),
  ),
  // A link on an inactive domain has another host in its short link, but is also found by its own
  // domain.
  short: fold(`${link.split_url}\n${link.link_domain_id.domain}/`),
  name: link.name.toLowerCase(),
  created: link.created_at,
  time: Date.parse(link.created_at),
  clicks: link.lifetime_clicks,
  commissions: link.lifetime_commissions,
  elsewhere: link.earned_elsewhere ?? 0,
  tags: link.tags,
  collections: link.regular_collection_names,
  domain: link.domain,
  inNetwork: link.treat_as_in_network,
  waiting: link.waiting !== undefined,
})

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const newestFirst = (a: LinkEntry, b: LinkEntry) => b.time - a.time || compare(b.uuid, a.uuid)

/**
 * Compares names by code points, like the server. Plain string comparison would sort emoji before
 * some letters.
 */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return sortKey(a, at) - sortKey(b, at)
}

/**
 * Returns the sort key of a character. Surrogates belong to code points above all others; the end
 * of a text comes first.
 */
function sortKey(text: string, at: number): number {
  if (at >= text.length) return -1
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdfff ? code + 0x10_000 : code
}

/**
 * Equal values are ordered newest first, so that the order is complete; the server does the same.
 */
const orders: Record<LinkOrder, (a: LinkEntry, b: LinkEntry) => number> = {
  '-created': newestFirst,
  name: (a, b) => compareText(a.name, b.name) || newestFirst(a, b),
  '-lifetime_clicks': (a, b) => b.clicks - a.clicks || newestFirst(a, b),
  '-lifetime_commissions': (a, b) => b.commissions - a.commissions || newestFirst(a, b),
}

export const sortEntries = (entries: LinkEntry[], order: LinkOrder) =>
  [...entries].sort(orders[order])

/** Moves links with waiting changes to the top, above the day headings. */
export const waitingFirst = (entries: LinkEntry[]) =>
  entries.some(({ waiting }) => waiting)
    ? [...entries.filter(({ waiting }) => waiting), ...entries.filter(({ waiting }) => !waiting)]
    : entries

/** Returns the entries that contain every word of the search. */
export function searchEntries(entries: LinkEntry[], q: string): LinkEntry[] {
  const words = searchWords(q)
  if (words.length === 0) return entries
  return entries.filter((entry) => words.every((word) => containsWord(entry, word)))
}

const containsWord = ({ text, short }: LinkEntry, word: string) =>
  text.includes(word) || (word.includes('/') && short.includes(word))
