/** Headers of the 302 as node wants them: name, value, name, value. */
type Headers = string[]

/** Either the same answer for everyone, or one with a place for the click id. */
export type Location =
  | { headers: Headers; withClickId: null }
  | { headers: null; withClickId: (clickId: string) => Headers }

/** What a header can carry and a browser will follow; a stored URL is checked once more. */
const SENDABLE = /^https?:\/\/[\x21-\x7e]+$/i

/** `parameter`: name under which the merchant expects our click id (R-187); null outside the network. */
export function locationOf(url: string, parameter: string | null): Location | null {
  const sendable = SENDABLE.test(url) ? url : normal(url)
  if (!sendable) return null
  if (!parameter) return { headers: headersFor(sendable), withClickId: null }
  const [before, after] = aroundClickId(sendable, parameter)
  return { headers: null, withClickId: (clickId) => headersFor(before + clickId + after) }
}

/** Replaces a click id that is already there: somebody copied the URL from their own click. */
function aroundClickId(url: string, parameter: string): [before: string, after: string] {
  const name = encodeURIComponent(parameter)
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const kept = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== name)
  return [`${base}?${[...kept, `${name}=`].join('&')}`, hash]
}

const headersFor = (location: string): Headers => [
  'Location',
  location,
  'Cache-Control',
  'private, no-store',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
]

function normal(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && SENDABLE.test(parsed.href) ? parsed.href : null
}
