import type { Entry, EntryList } from './entries.ts'

type LinkEntry = Extract<Entry, { kind: 'link' }>

/** Names of lists in the data of a page that are no links of its owner. */
const OTHER_LIST =
  /nav|menu|footer|related|suggest|recommend|locale|language|script|asset|breadcrumb|legal|polic|manifest|preload|itemlistelement|potentialaction/i
/** Minimum number of shown links. A page with fewer is drawn by scripts, from its data. */
const MIN_SHOWN = 2
/** Minimum share of a list that must be shown on the page. */
const MIN_SHARE = 0.5

/**
 * Combines the links that a page shows with those in its data. Data has better titles and pictures,
 * and the order of the owner; lists that the page does not show are ignored if it shows others.
 */
export function mergeEntries(shown: Entry[], lists: EntryList[]): Entry[] {
  const onPage = new Set(linksOf(shown).map(({ url }) => sameAddress(url)))
  const isDrawnByScripts = onPage.size < MIN_SHOWN
  const used = distinctLists(lists).filter(({ name, entries }) => {
    const links = linksOf(entries)
    const count = links.filter(({ url }) => onPage.has(sameAddress(url))).length
    // Icons of accounts are often drawn by scripts on a page that is otherwise complete.
    if (isDrawnByScripts || links.every(({ isSocial }) => isSocial)) return !OTHER_LIST.test(name)
    return count >= links.length * MIN_SHARE
  })
  const data = used.flatMap(({ entries }) => entries)
  const inData = new Set(linksOf(data).map(({ url }) => sameAddress(url)))
  const covered = [...onPage].filter((url) => inData.has(url)).length
  const isDataFirst = isDrawnByScripts || covered >= onPage.size * MIN_SHARE
  return distinctLinks(isDataFirst ? [...data, ...linksOf(shown)] : [...shown, ...linksOf(data)])
}

/** Leaves out lists whose links another list repeats, such as a cached copy of the same data. */
function distinctLists(lists: EntryList[]): EntryList[] {
  const seen = new Set<string>()
  return lists.filter(({ entries }) => {
    const urls = linksOf(entries).map(({ url }) => sameAddress(url))
    const isKnown = urls.every((url) => seen.has(url))
    for (const url of urls) seen.add(url)
    return !isKnown
  })
}

/** Keeps each link once, where it is first, with the first title and picture that it has anywhere. */
function distinctLinks(entries: Entry[]): Entry[] {
  const byUrl = new Map<string, LinkEntry>()
  const kept: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'heading') {
      kept.push(entry)
      continue
    }
    const known = byUrl.get(sameAddress(entry.url))
    if (!known) {
      const link = { ...entry }
      byUrl.set(sameAddress(entry.url), link)
      kept.push(link)
      continue
    }
    if (known.title === '') known.title = entry.title
    known.picture ??= entry.picture
    // A link with a title of its own is more than the icon of the same account.
    known.isSocial &&= entry.isSocial
  }
  return kept
}

const linksOf = (entries: Entry[]) => entries.filter((entry) => entry.kind === 'link')

/** Returns an address in a form for comparison: scheme, `www.` and a final slash do not count. */
const sameAddress = (url: string) =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/\/(?=$|\?)/, '')
