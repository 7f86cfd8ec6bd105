import { plainText } from '../extraction/text.ts'
import type { DataItem, DataList } from './data-links.ts'
import type { Item, LinkItem } from './scan-items.ts'
import { isNetworkName, isSocialHost, type Target } from './targets.ts'

/** Link or heading on a page, in the order of the page. */
export type Entry =
  | { kind: 'heading'; text: string }
  | { kind: 'link'; url: string; title: string; picture: string | undefined; isSocial: boolean }
export type EntryList = { name: string; entries: Entry[] }

type ReadTarget = (href: string) => Target

/** Text of buttons that says nothing about their target. */
const GENERIC =
  /^(?:(?:visit|open|go|view|see|shop|buy|read|listen|watch|learn|get|click|tap|order|check)(?: (?:it|now|more|here|out|link|site|website|to site|page|on))*(?: out)?|more|link|here|details|website)\W*$/i
/** Texts of the links with which a service advertises itself. */
const PROMOTION =
  /^(?:(?:proudly )?(?:made|built|powered|created|hosted) (?:with|by|on|in|using)\b|(?:create|get|make|claim|start|build) (?:your|my|a free)\b|join \S+ (?:on|today)\b|report\b|cookie|privacy|terms)/i

/** Returns the links and headings that a page shows. */
export function entriesInItems(items: Item[], readTarget: ReadTarget): Entry[] {
  const entries: Entry[] = []
  for (const [index, item] of items.entries()) {
    if (item.kind === 'heading' && item.level > 1)
      entries.push({ kind: 'heading', text: item.text })
    if (item.kind !== 'link') continue
    const { kind, url } = readTarget(item.href)
    const own = textOf(item)
    const isPromotion = item.isInFooter && PROMOTION.test(own)
    if (kind !== 'content' || isPromotion) continue
    const isSocial = isSocialHost(url) && (own === '' || isNetworkName(own) || isHandle(own))
    const title = own === '' || GENERIC.test(own) ? (textBefore(items, index) ?? own) : own
    entries.push({
      kind: 'link',
      url,
      title: isSocial ? own : title,
      picture: item.picture ?? pictureBefore(items, index),
      isSocial,
    })
  }
  return withHeadingsAsTitles(entries)
}

const isHandle = (text: string) => /^@[\w.]{2,40}$/.test(text)

const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Returns the first text in a link that reads like a title, or else a label. */
function textOf({ texts, labels }: LinkItem): string {
  return texts.find(hasLetters) ?? plainText(labels.find(hasLetters)) ?? ''
}

/** Returns the text beside a link without text, for cards whose link lies over them. */
function textBefore(items: Item[], index: number): string | undefined {
  for (let at = index - 1; at >= 0 && index - at <= 4; at--) {
    const item = items[at]
    if (item?.kind === 'link') break
    // `withHeadingsAsTitles` removes a heading that has become the title of this link.
    if (item?.kind === 'heading') return item.text
    const before = items[at - 1]
    if (item?.kind === 'text' && before?.kind !== 'text' && before?.kind !== 'heading')
      return item.text
  }
  return undefined
}

function pictureBefore(items: Item[], index: number): string | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 4); at--) {
    const item = items[at]
    if (item?.kind === 'link') break
    if (item?.kind === 'image' && hasLinkBefore(items, at)) return item.src
  }
  return undefined
}

/** The picture before the first link is the one of the profile. */
function hasLinkBefore(items: Item[], index: number): boolean {
  const first = items.findIndex(({ kind }) => kind === 'link')
  return first >= 0 && first < index
}

/** Removes headings that have become the title of the only link below them. */
function withHeadingsAsTitles(entries: Entry[]): Entry[] {
  return entries.filter((entry, index) => {
    if (entry.kind !== 'heading') return true
    const next = entries[index + 1]
    return !(next?.kind === 'link' && next.title === entry.text)
  })
}

/** Returns the links and headings of each list in the data of a page. */
export function entriesInData(lists: DataList[], readTarget: ReadTarget): EntryList[] {
  return lists
    .map(({ name, items }) => ({
      name,
      entries: items.flatMap((item) => toEntry(item, readTarget)),
    }))
    .filter(({ entries }) => entries.some(({ kind }) => kind === 'link'))
}

function toEntry(item: DataItem, readTarget: ReadTarget): Entry[] {
  if (item.kind === 'heading') return [item]
  const { kind, url } = readTarget(item.href)
  if (kind !== 'content') return []
  const names = [item.title, ...item.network.split('\n')]
  const isSocial =
    isSocialHost(url) && (item.title === '' || isNetworkName(item.title) || isHandle(item.title))
  const isNamed = item.title !== '' || names.some(isNetworkName)
  return isNamed || isSocial
    ? [{ kind: 'link', url, title: item.title, picture: item.picture, isSocial }]
    : []
}
