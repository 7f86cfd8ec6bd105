import type { ImportColumn, ImportField } from '#contract/imports.ts'

/** Names that say without doubt where a link leads; `link` may as well be the short link. */
const LONG = `longurl destinationurl destination originalurl originallink original targeturl target
  targetlink linkurl redirecturl longlink fulllink fullurl`
/**
 * Column names as they are exported by Bitly, Rebrandly, Short.io, YOURLS, Dub, Kutt, Shlink,
 * TinyURL, Cuttly, Linktree and ourselves, without case and punctuation. The first that a file has counts.
 */
const NAMES: [field: ImportField, names: string][] = [
  ['url', LONG],
  [
    'short_code',
    `shortcode code slug backhalf custombackhalf custombitlink custombitlinks customlink customlinks
      slashtag keyword alias key path shortid hash`,
  ],
  ['url', 'url websiteurl website'],
  [
    'short_url',
    'shorturl shortlink shortenedlink fullshorturl bitlink spliturl splitlink brandedlink tinyurl',
  ],
  ['domain', 'domain'],
  ['name', 'title name linktitle pagetitle label description'],
  ['tags', 'tags tag linktags labels'],
  ['collections', 'collections collection regularcollectionnames folders folder'],
  ['hidden', 'hidden ishidden archived isarchived'],
  ['created_at', 'createdat created createdon createddate datecreated creationdate timestamp date'],
  ['utm_source', 'utmsource'],
  ['utm_medium', 'utmmedium'],
  ['utm_campaign', 'utmcampaign'],
  ['utm_term', 'utmterm'],
  ['utm_content', 'utmcontent'],
  ['expires_at', 'expiresat expires expirationdate expirydate expiration'],
  ['fallback_url', 'fallbackurl expiredurl expirationurl'],
  ['pass_query', 'passquery forwardparameters forwardquery'],
  ['in_network', 'innetwork treatasinnetwork'],
]

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

export type Columns = {
  all: ImportColumn[]
  indexOf: ReadonlyMap<ImportField, number>
  /** Whether the file has no line of column names. */
  isBare?: boolean
}

/** What each column of a file is to us; `urlAt` when its addresses were found in another way. */
export function readColumns(headers: readonly string[], urlAt?: number): Columns {
  const names = headers.map(plain)
  const found = new Map<ImportField, number>(urlAt === undefined ? [] : [['url', urlAt]])
  const isFree = (index: number) => index >= 0 && ![...found.values()].includes(index)
  const look = (field: ImportField, wanted: string[]) => {
    if (found.has(field)) return
    const index = wanted.map((name) => names.indexOf(name)).find(isFree)
    if (index !== undefined) found.set(field, index)
  }
  for (const [field, wanted] of NAMES) look(field, wanted.split(/\s+/))
  // Beside the address itself it is the short link, by itself it is the address.
  look(found.has('url') ? 'short_url' : 'url', ['link', 'links'])
  // As Kutt calls the code.
  look('short_code', found.has('url') ? ['address'] : [])
  return { all: described(headers, found), indexOf: found }
}

function described(headers: readonly string[], found: Map<ImportField, number>): ImportColumn[] {
  const fields = new Map([...found].map(([field, index]) => [index, field]))
  return headers.map((header, index) => ({ header, field: fields.get(index) ?? null }))
}

const startsWithAddress = (cell: string) => /^https?:\/\/\S+/i.test(cell.trim())
const isAddress = (cell: string) => /^https?:\/\/\S+$/i.test(cell.trim())

/** Names in another language: the one column whose first cell is an address. Of two, nobody knows. */
export function withUnknownNames(
  headers: readonly string[],
  first: readonly string[] = [],
): Columns | undefined {
  const [index, another] = first.flatMap((cell, at) => (isAddress(cell) ? [at] : []))
  const isSure = index !== undefined && another === undefined && index < headers.length
  return isSure ? readColumns(headers, index) : undefined
}

/** A bare list of addresses has no line of names: its first line is one already. */
export function withoutHeader(cells: readonly string[]): Columns | undefined {
  const index = cells.findIndex(startsWithAddress)
  if (index < 0) return undefined
  // A note behind the address is kept beside the cells of the row.
  const found = new Map<ImportField, number>([
    ['url', index],
    ['name', cells.length],
  ])
  return {
    all: described(
      cells.map((_, at) => (at === index ? 'url' : `column ${at + 1}`)),
      found,
    ),
    indexOf: found,
    isBare: true,
  }
}
