/** Request headers that a redirect reads; '' for a missing header. */
export type RequestHeaders = {
  host: string
  userAgent: string
  referrer: string
  forwardedFor: string
  acceptLanguage: string
  purpose: string
}

/**
 * Reads the raw header lines in one pass and compares lengths before names. Node's `req.headers`
 * builds an object of all headers, which costs more than the rest of a redirect.
 */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const found: RequestHeaders = {
    host: '',
    userAgent: '',
    referrer: '',
    forwardedFor: '',
    acceptLanguage: '',
    purpose: '',
  }
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    if (name.length === 14 || name.length === 20) found.purpose ||= impliedPurpose(name, value)
    const field = fieldOf(name)
    if (field === undefined) continue
    // Each proxy may add its own line. Lines of a list are joined in order; the last address is the
    // nearest (RFC 9110, section 5.3).
    found[field] = found[field] !== '' && LISTS.has(field) ? `${found[field]},${value}` : value
  }
  return found
}

function fieldOf(name: string): keyof RequestHeaders | undefined {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? 'host' : undefined
    case 5:
      return name.toLowerCase() === 'x-moz' ? 'purpose' : undefined
    case 7:
      return SEVEN_LETTER_HEADERS[name.toLowerCase()]
    case 9:
      return name.toLowerCase() === 'x-purpose' ? 'purpose' : undefined
    case 10:
      return name.toLowerCase() === 'user-agent' ? 'userAgent' : undefined
    case 11:
      return name.toLowerCase() === 'sec-purpose' ? 'purpose' : undefined
    case 15:
      return FIFTEEN_LETTER_HEADERS[name.toLowerCase()]
  }
  return undefined
}

/** Returns why a browser sent a request, from the headers that say so; '' for a visit. */
export const purposeOf = (header: (name: string) => string): string =>
  PURPOSE_HEADERS.map(header).find((value) => value !== '') ||
  IMPLYING_HEADERS.map((name) => impliedPurpose(name, header(name))).find(
    (value) => value !== '',
  ) ||
  ''

const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const IMPLYING_HEADERS = ['sec-fetch-dest', 'next-router-prefetch']

/** Returns the purpose that a header implies: an image request, or a prefetch by Next.js. */
export function impliedPurpose(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (lower === 'sec-fetch-dest') return value === 'image' ? 'preview' : ''
  return lower === 'next-router-prefetch' && value !== '' ? 'prefetch' : ''
}

const LISTS: ReadonlySet<keyof RequestHeaders> = new Set(['forwardedFor', 'acceptLanguage'])

const SEVEN_LETTER_HEADERS: Record<string, keyof RequestHeaders> = {
  __proto__: null as never,
  referer: 'referrer',
  purpose: 'purpose',
}

const FIFTEEN_LETTER_HEADERS: Record<string, keyof RequestHeaders> = {
  __proto__: null as never,
  'x-forwarded-for': 'forwardedFor',
  'accept-language': 'acceptLanguage',
}
