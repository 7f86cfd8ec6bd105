import { fold, searchWords } from '#contract/search/fold.ts'
import type { LinkOrder } from '#contract/links.ts'
import { listOf, type LinkListName } from './storage.ts'
import type { LocalLink } from '../outbox/waiting.ts'

/** What search and ordering need of a row; ten thousand of them are a few megabytes. */
export type Entry = {
  uuid: string
  list: LinkListName
  /** Folded text that a search looks through. */
  text: string
  /** The whole short link, for one that was pasted; its host alone would match every row. */
  short: string
  name: string
  created: string
  /** The same in ms. */
  time: number
  clicks: number
  commissions: number
  tags: readonly string[]
  collections: readonly string[]
  domain: string
  inNetwork: boolean
  /** Something of it has not reached the server yet. */
  waiting: boolean
}

export const entryOf = (link: LocalLink): Entry => ({
  uuid: link.uuid,
  list: listOf(link),
  text: fold(
    [link.name, link.short_code, link.url, ...link.tags, ...link.regular_collection_names].join(
      '\n',
    ),
  ),
  // One whose domain does not lead on now is reached elsewhere, and belongs to it all the same.
  short: fold(`${link.split_url}\n${link.link_domain_id.domain}/`),
  name: link.name.toLowerCase(),
  created: link.created_at,
  time: Date.parse(link.created_at),
  clicks: link.lifetime_clicks,
  commissions: link.lifetime_commissions,
  tags: link.tags,
  collections: link.regular_collection_names,
  domain: link.domain,
  inNetwork: link.treat_as_in_network,
  waiting: link.waiting !== undefined,
})

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const newestFirst = (a: Entry, b: Entry) => b.time - a.time || compare(b.uuid, a.uuid)

/** As the server orders names: by code points, where plain comparison puts pictures below some letters. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return rank(a, at) - rank(b, at)
}

/** Halves of a pair stand for code points above all others; the end of a text is before everything. */
function rank(text: string, at: number): number {
  if (at >= text.length) return -1
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdfff ? code + 0x10_000 : code
}

/** Ties fall back to newest first, so that an order is always whole; the server does the same. */
const orders: Record<LinkOrder, (a: Entry, b: Entry) => number> = {
  '-created': newestFirst,
  name: (a, b) => compareText(a.name, b.name) || newestFirst(a, b),
  '-lifetime_clicks': (a, b) => b.clicks - a.clicks || newestFirst(a, b),
  '-lifetime_commissions': (a, b) => b.commissions - a.commissions || newestFirst(a, b),
}

export const inOrder = (entries: Entry[], order: LinkOrder) => [...entries].sort(orders[order])

/** What waits stands together, above all days. */
export const waitingFirst = (entries: Entry[]) =>
  entries.some(({ waiting }) => waiting)
    ? [...entries.filter(({ waiting }) => waiting), ...entries.filter(({ waiting }) => !waiting)]
    : entries

/** Rows that contain every word, wherever. */
export function matching(entries: Entry[], q: string): Entry[] {
  const words = searchWords(q)
  if (words.length === 0) return entries
  return entries.filter((entry) => words.every((word) => holds(entry, word)))
}

const holds = ({ text, short }: Entry, word: string) =>
  text.includes(word) || (word.includes('/') && short.includes(word))
