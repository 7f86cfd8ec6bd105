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
    case 5:
    case 7:
    case 9:
    case 10:
    case 11:
    case 15:
      return FIELDS.has(name) ? FIELDS.get(name) : FIELDS.get(name.toLowerCase())
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

const LOWER_CASE_FIELDS: [name: string, field: keyof RequestHeaders | undefined][] = [
  ['host', 'host'],
  ['x-moz', 'purpose'],
  ['referer', 'referrer'],
  ['purpose', 'purpose'],
  ['x-purpose', 'purpose'],
  ['user-agent', 'userAgent'],
  ['sec-purpose', 'purpose'],
  ['x-forwarded-for', 'forwardedFor'],
  ['accept-language', 'acceptLanguage'],
  ['accept-encoding', undefined],
]

/**
 * Fields by header name, also with a capital at the start of each word, as most programs write it.
 * Making every name lower case takes longer than all comparisons. Includes the one frequent header
 * of the same length that is not read.
 */
const FIELDS = new Map(
  LOWER_CASE_FIELDS.flatMap(([name, field]) => [
    [name, field] as const,
    [name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()), field] as const,
  ]),
)
