import { passedOn } from './passed-on.ts'

/** Headers of the 302 as node wants them: name, value, name, value. */
type Headers = string[]

/** Either the same answer for everyone, or one made for each request; an empty id is left out. */
export type Location = { hasClickId: boolean } & (
  | { headers: Headers; headersWith: null }
  | { headers: null; headersWith: (clickId: string, query: string) => Headers }
)

/** What a header can carry and a browser will follow; a stored URL is checked once more. */
const SENDABLE = /^https?:\/\/[\x21-\x7e]+$/i

/**
 * `parameter`: name under which the merchant expects our click id; null outside the network.
 * `passQuery`: what follows `?` in the short link goes along, as far as the target does not say it.
 */
export function locationOf(
  url: string,
  parameter: string | null,
  passQuery: boolean,
): Location | null {
  const sendable = sendableOf(url)
  if (!sendable) return null
  if (!parameter && !passQuery) {
    return { hasClickId: false, headers: headersTo(sendable), headersWith: null }
  }
  const [base, pairs, hash] = partsOf(sendable, parameter)
  const before = `${base}?${[...pairs, ''].join('&')}`
  const alone = pairs.length > 0 ? `${base}?${pairs.join('&')}${hash}` : base + hash
  const bare = parameter ? alone : sendable
  const click = parameter ? `${encodeURIComponent(parameter)}=` : ''
  // What nearly all links to brands are.
  const withClick = inOnePiece(before + click)
  const withId = (clickId: string) => headersTo(clickId === '' ? bare : withClick + clickId + hash)
  if (!passQuery) return { hasClickId: true, headers: null, headersWith: withId }
  const passed = passedOn(sendable, parameter)
  const headersWith = (clickId: string, query: string) => {
    const added = query === '' ? [] : passed(query)
    if (parameter && clickId !== '') added.push(click + clickId)
    return headersTo(added.length > 0 ? `${before}${added.join('&')}${hash}` : bare)
  }
  return { hasClickId: parameter !== null, headers: null, headersWith }
}

/** The plain redirect to a URL; null when there is none that a header can carry. */
export function headersFor(url: string): Headers | null {
  const sendable = sendableOf(url)
  return sendable === null ? null : headersTo(sendable)
}

/** Without a click id that is already there: somebody copied the URL from their own click. */
function partsOf(url: string, parameter: string | null): [string, string[], string] {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const name = parameter && encodeURIComponent(parameter)
  const kept = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== name)
  return [base, kept, hash]
}

const headersTo = (location: string): Headers => [
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
 * As it was put together a string is a tree of its parts, all over the memory. It would be gone through
 * for every request.
 */
const inOnePiece = (ascii: string) => Buffer.from(ascii, 'latin1').toString('latin1')

function sendableOf(url: string): string | null {
  if (SENDABLE.test(url)) return url
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && SENDABLE.test(parsed.href) ? parsed.href : null
}
