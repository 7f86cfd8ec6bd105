import { createQueryFilter } from './passed-on.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Headers of the 302 response in the flat form of Node: name, value, name, value. */
type Headers = string[]

/**
 * Response headers: either the same for everyone, or built for each request. An empty click id is
 * left out.
 */
export type Location = { hasClickId: boolean } & (
  | { headers: Headers; headersWith: null }
  | { headers: null; headersWith: (clickId: string, query: string) => Headers }
)

/**
 * URLs that fit in a header and that a browser follows. Checked although URLs are validated before
 * they are stored.
 */
const SENDABLE = /^https?:\/\/[\x21-\x7e]+$/i

/**
 * Returns the redirect headers for a target URL, or null if the URL cannot be sent in a header.
 *
 * `parameter`: name of the merchant's query parameter for our click id; null for links outside the
 * network. `passQuery`: query parameters of the short link are added to the target, except those
 * the target already has.
 */
export function locationOf(
  url: string,
  parameter: string | null,
  passQuery: boolean,
): Location | null {
  const sendable = toSendable(url)
  if (!sendable) return null
  if (!parameter && !passQuery) {
    return { hasClickId: false, headers: headersTo(sendable), headersWith: null }
  }
  const [base, pairs, hash] = splitUrl(sendable, parameter)
  // Ends with `?` or `&`, so that parameters can be appended.
  const prefix = `${base}?${[...pairs, ''].join('&')}`
  const urlWithoutId = pairs.length > 0 ? `${base}?${pairs.join('&')}${hash}` : base + hash
  const plainUrl = !parameter || urlWithoutId === sendable ? sendable : flattenString(urlWithoutId)
  const clickPrefix = parameter ? `${encodeURIComponent(parameter)}=` : ''
  const headersWith = passQuery
    ? withQuery({ prefix, clickPrefix, hash, plainUrl }, createQueryFilter(sendable, parameter))
    : withClickId(flattenString(prefix + clickPrefix), flattenString(hash), plainUrl)
  return { hasClickId: parameter !== null, headers: null, headersWith }
}

/**
 * Returns a function that adds the click id. It keeps only these strings in memory, because most
 * links to brands get a click id and no other parameter.
 */
const withClickId =
  (prefix: string, hash: string, plainUrl: string) =>
  (clickId: string): Headers =>
    headersTo(clickId === '' ? plainUrl : prefix + clickId + hash)

type UrlParts = Record<'prefix' | 'clickPrefix' | 'hash' | 'plainUrl', string>

/** Returns a function that adds parameters of the short link and the click id. */
const withQuery =
  ({ prefix, clickPrefix, hash, plainUrl }: UrlParts, filterQuery: (query: string) => string[]) =>
  (clickId: string, query: string): Headers => {
    const added = query === '' ? [] : filterQuery(query)
    if (clickPrefix !== '' && clickId !== '') added.push(clickPrefix + clickId)
    return headersTo(added.length > 0 ? `${prefix}${added.join('&')}${hash}` : plainUrl)
  }

/** Returns the URL in the headers of a redirect. */
export const locationIn = ([, location = '']: Headers): string => location

/** Returns the headers of a plain redirect, or null if the URL does not fit in a header. */
export function headersFor(url: string): Headers | null {
  const sendable = toSendable(url)
  return sendable === null ? null : headersTo(sendable)
}

/**
 * Splits a URL into base, query pairs and fragment. Leaves out a click id the URL already has,
 * which happens when a creator copies the URL after a click.
 */
export function splitUrl(url: string, parameter: string | null): [string, string[], string] {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const name = parameter && encodeURIComponent(parameter)
  const kept = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== name)
  return [base, kept, hash]
}

/** Returns the headers of a redirect to a URL that can be sent. */
export const headersTo = (location: string): Headers => [
  'Location',
  location,
  'Cache-Control',
  'private, no-store',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Content-Length',
  '0',
]

/**
 * Returns the same string in contiguous memory. V8 keeps a concatenated string as a tree of its
 * parts, which would be traversed for every request.
 */
export const flattenString = (ascii: string) => Buffer.from(ascii, 'latin1').toString('latin1')

/** Returns the URL, encoded if necessary, or null if it cannot be sent in a header. */
export function toSendable(url: string): string | null {
  if (SENDABLE.test(url)) return url
  const parsed = canParseUrl(url) ? new URL(url) : null
  return parsed && SENDABLE.test(parsed.href) ? parsed.href : null
}
