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

/** Returns the field of a header, or undefined if a redirect does not read it. */
function fieldOf(name: string): keyof RequestHeaders | undefined {
  const known = BY_LENGTH[name.length]
  if (known === undefined) return undefined
  for (const one of known) if (one.name === name) return one.field
  const lower = name.toLowerCase()
  return known.find((one) => one.name === lower)?.field
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

type Known = { name: string; field: keyof RequestHeaders | undefined }

/** Includes frequent headers of the same length that are not read. */
const LOWER_CASE_NAMES: [name: string, field: Known['field']][] = [
  ['host', 'host'],
  ['x-moz', 'purpose'],
  ['referer', 'referrer'],
  ['purpose', 'purpose'],
  ['x-purpose', 'purpose'],
  ['user-agent', 'userAgent'],
  ['connection', undefined],
  ['sec-purpose', 'purpose'],
  ['x-forwarded-for', 'forwardedFor'],
  ['accept-language', 'acceptLanguage'],
  ['accept-encoding', undefined],
]

/**
 * Headers by the length of their name, also with a capital at the start of each word, as most
 * programs write it. Making every name lower case takes longer than all comparisons, and a map
 * would have to hash every name first.
 */
const BY_LENGTH: Known[][] = []
for (const [name, field] of LOWER_CASE_NAMES) {
  const capitalized = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const known = (BY_LENGTH[name.length] ??= [])
  known.push({ name: capitalized, field }, { name, field })
}
