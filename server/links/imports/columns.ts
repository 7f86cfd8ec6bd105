import type { ImportColumn, ImportField } from '#contract/imports.ts'

/**
 * Column names for the target URL. `link` is not among them, because it can also be the short link.
 */
const TARGET_NAMES = `longurl destinationurl destination originalurl originallink original targeturl target
  targetlink linkurl redirecturl longlink fulllink fullurl`
/**
 * Column names in the exports of Bitly, Rebrandly, Short.io, YOURLS, Dub, Kutt, Shlink, TinyURL,
 * Cuttly, Linktree and this app, without case and punctuation. The first name that a file contains
 * counts.
 */
const NAMES: [field: ImportField, names: string][] = [
  ['url', TARGET_NAMES],
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
  ['starts_at', 'startsat startdate validsince'],
  ['max_clicks', 'maxclicks clicklimit maxvisits'],
  ['expires_at', 'expiresat expires expirationdate expirydate expiration validuntil'],
  ['fallback_url', 'fallbackurl expiredurl expirationurl'],
  ['pass_query', 'passquery forwardparameters forwardquery'],
  ['rules', 'rules'],
  ['open_in_browser', 'openinbrowser'],
  ['kept_in_app', 'keptinapp'],
  ['show_code', 'showcode'],
  ['in_network', 'innetwork treatasinnetwork'],
  ['exact_code', 'exactcode'],
  ['clicks_before', 'clicksbefore'],
]

/** Column names for the number of visits that the other link shortener counted. */
const VISITS_NAMES =
  'clicks visits visitscount visitcount totalclicks totalvisits clickcount hits engagements'.split(
    ' ',
  )

const normalize = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

export type Columns = {
  all: ImportColumn[]
  indexOf: ReadonlyMap<ImportField, number>
  /** The file has no header row. */
  hasNoHeader?: boolean
}

/**
 * Assigns the columns of a file to our fields. `urlAt` is the index of the URL column if it is
 * already known.
 */
export function readColumns(headers: readonly string[], urlAt?: number): Columns {
  const names = headers.map(normalize)
  const found = new Map<ImportField, number>(urlAt === undefined ? [] : [['url', urlAt]])
  const isFree = (index: number) => index >= 0 && ![...found.values()].includes(index)
  const assign = (field: ImportField, candidates: string[]) => {
    if (found.has(field)) return
    const index = candidates.map((name) => names.indexOf(name)).find(isFree)
    if (index !== undefined) found.set(field, index)
  }
  for (const [field, candidates] of NAMES) assign(field, candidates.split(/\s+/))
  // Beside a URL column, `link` is the short link. Otherwise it is the URL.
  assign(found.has('url') ? 'short_url' : 'url', ['link', 'links'])
  // An export of this app has its own column, and its `clicks` were counted by Split.
  if (!found.has('in_network')) assign('clicks_before', VISITS_NAMES)
  // Kutt calls the code `address`.
  assign('short_code', found.has('url') ? ['address'] : [])
  return { all: describeColumns(headers, found), indexOf: found }
}

function describeColumns(
  headers: readonly string[],
  found: Map<ImportField, number>,
): ImportColumn[] {
  const fields = new Map([...found].map(([field, index]) => [index, field]))
  return headers.map((header, index) => ({ header, field: fields.get(index) ?? null }))
}

const startsWithAddress = (cell: string) =>
  /^(?:https?:\/\/|www\.)\S+|^(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*/i.test(cell.trim())
const containsAddress = (cell: string) => /https?:\/\/\S+|(?:^|\s)www\.\S+/i.test(cell)
const isAddress = (cell: string) => /^https?:\/\/\S+$/i.test(cell.trim())

/**
 * Returns the columns of a file whose names are in another language. The URL column is the one with
 * a URL in its first cell. Returns undefined if no column has one, or several have.
 */
export function guessUrlColumn(
  headers: readonly string[],
  first: readonly string[] = [],
): Columns | undefined {
  const [index, second] = first.flatMap((cell, at) => (isAddress(cell) ? [at] : []))
  const isOnly = index !== undefined && second === undefined && index < headers.length
  return isOnly ? readColumns(headers, index) : undefined
}

/**
 * Returns the columns of a file without a header row. `cells` are those of its first row. Returns
 * undefined if none of them starts with a URL or, with `anywhere`, contains one.
 */
export function columnsWithoutHeader(
  cells: readonly string[],
  { anywhere = false } = {},
): Columns | undefined {
  const index = cells.findIndex(anywhere ? containsAddress : startsWithAddress)
  if (index < 0) return undefined
  // Text beside the URL in the same cell becomes the name. `splitNote` appends it as an extra cell.
  const found = new Map<ImportField, number>([
    ['url', index],
    ['name', cells.length],
  ])
  return {
    all: describeColumns(
      cells.map((_, at) => (at === index ? 'url' : `column ${at + 1}`)),
      found,
    ),
    indexOf: found,
    hasNoHeader: true,
  }
}
