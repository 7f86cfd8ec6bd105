import { EXACT_CODE, SHORT_CODE_PATTERN } from '#contract/links/codes.ts'

/** Id of the installation's own short host in `link_domains`. */
export const OWN_DOMAIN = 1

/** Place of a link on a domain. */
export type LinkPlace = { domainId: number; shortCode: string; exactCode: boolean }

/**
 * Returns the key of a link in caches and notifications: `12:lamp`, which ignores the case of the
 * code, or `12=Lamp` for an exact code.
 */
export const linkKey = ({ domainId, shortCode, exactCode }: LinkPlace) =>
  exactCode ? exactKey(domainId, shortCode) : plainKey(domainId, shortCode)

export const plainKey = (domainId: number, code: string) => `${domainId}:${code.toLowerCase()}`
export const exactKey = (domainId: number, code: string) => `${domainId}=${code.normalize()}`

/** Returns the parts of a key. */
export function partsOfKey(key: string): { domainId: number; code: string; isExact: boolean } {
  const [, domainId, separator, code = ''] = /^(\d+)([:=])(.*)$/s.exec(key) ?? []
  return { domainId: Number(domainId), code, isExact: separator === '=' }
}

/**
 * Returns the keys to look up if there is no link with this one. An exact code is also found with a
 * source or punctuation behind it. Codes that ignore case come last.
 */
export function nextKeys(key: string): string[] {
  const { domainId, code, isExact } = partsOfKey(key)
  if (!isExact) return []
  const codes = codesIn(code).filter((one) => one !== code)
  const plain = [code, ...codes].find((one) => SHORT_CODE_PATTERN.test(one))
  const keys = codes.map((one) => exactKey(domainId, one))
  return plain === undefined ? keys : [...keys, plainKey(domainId, plain)]
}

/** Returns the exact codes that a decoded path can mean, the most likely one first. */
export function codesIn(path: string): string[] {
  const codes = spellingsIn(path)
  // Short links are also below `/s`, where codes have one part.
  return path.startsWith('s/')
    ? [...codes.filter((code) => code !== 's'), ...spellingsIn(path.slice(2))]
    : codes
}

function spellingsIn(path: string): string[] {
  const [possible = ''] = path.split(IMPOSSIBLE, 1)
  if (possible.length > MAX_PATH) return []
  // These have other meanings: a link preview, a domain, and encoding that is not valid.
  if (/^[+~%]/.test(path.slice(possible.length))) return []
  const bare = possible.replace(PUNCTUATION_AT_END, '')
  const sourceless = EXACT_CODE.test(bare) ? bare.replace(SOURCE_AT_END, '') : ''
  const codes = [possible, bare, sourceless, sourceless.replace(PUNCTUATION_AT_END, '')]
  const name = nameBefore(bare)
  if (!LETTER.test(bare.charAt(name.length))) codes.push(name)
  return [...new Set(codes)].filter((code) => EXACT_CODE.test(code))
}
/** Maximum length of a path with an exact code, a source and punctuation. */
const MAX_PATH = 300
const IMPOSSIBLE = /[^\p{L}\p{N}\p{M}_.:@!$'()*,;/-]/u
const PUNCTUATION_AT_END = /[^\p{L}\p{N}\p{M}_-]+$/u
const LETTER = /[\p{L}\p{N}\p{M}]/u
const SOURCE_AT_END = /\/[a-z0-9-]{1,30}$/i

/** Path of a short link on the installation's host. `lamp~12` is the code `lamp` of domain 12. */
const NAME = /^([a-z0-9][a-z0-9_-]{1,49})(?:~([1-9]\d{0,8}))?$/i

/** Path of an exact code on the installation's host. */
const EXACT_NAME = /^([^~]+)~([1-9]\d{0,8})$/
/** Same, with anything behind it. */
const EXACT_NAME_AND_REST = /^([^~+]+~[1-9]\d{0,8})(?!\d)(.*)$/su
/** Source, or characters that no path of a link contains. */
const SOURCE_OR_END = /^(?:\/[a-z0-9-]{1,30}|\/*(?:[^a-z0-9_/+~%-].*)?)$/is

/** Parses the path of a short link on the installation's host; undefined if it cannot be one. */
export function readName(name: string): { domainId: number; code: string } | undefined {
  const [, code, domainId = String(OWN_DOMAIN)] = NAME.exec(name) ?? EXACT_NAME.exec(name) ?? []
  if (code === undefined || !(NAME.test(name) || EXACT_CODE.test(code))) return undefined
  return { domainId: Number(domainId), code }
}

/**
 * Returns the name at the start of a decoded path if it names a domain, so that a part of its code
 * is never read as the code of another link. '' if something unknown follows.
 */
export function nameWithDomain(path: string): string | undefined {
  const [, name, rest = ''] = EXACT_NAME_AND_REST.exec(path) ?? []
  if (name === undefined || !readName(name)) return undefined
  return SOURCE_OR_END.test(rest) ? name : ''
}

/** Returns a path without percent encoding, or as it is if it is not valid. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Path of a short link and the first character after it that cannot belong to one. A slash and a
 * plus sign have other meanings.
 */
const NAME_AND_REST = /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)(?:[^a-z0-9_/+~%-]|%(?!2b))/i

/** Same, with a slash between. Then only such characters may follow, as other paths are unknown. */
const NAME_AND_SLASH =
  /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)\/+(?:[^a-z0-9_+~%-]|%(?!2b)[0-9a-f]{2})*$/i

/** Path of a short link and a source, such as `lamp/story`. */
const NAME_AND_SOURCE = /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)\/[a-z0-9-]{1,30}$/i

/** Names of files that programs request, such as `robots.txt`. They are not short links. */
const FILE_NAME =
  /\.(?:aspx?|css|env|gif|html?|ico|jpe?g|js|json|jsp|map|php|png|svg|txt|webmanifest|webp|xml)$/i

/**
 * Returns the name at the start of a path if a source follows, or punctuation or a space, as in a
 * URL copied from a sentence; '' if there is none.
 */
export function nameBefore(path: string): string {
  if (FILE_NAME.test(path)) return ''
  const [, name = ''] =
    NAME_AND_SOURCE.exec(path) ?? NAME_AND_REST.exec(path) ?? NAME_AND_SLASH.exec(path) ?? []
  return name
}

/** Returns the path of a link on the installation's host. */
export const nameBelowMain = (domainId: number, code: string) =>
  domainId === OWN_DOMAIN ? code : `${encodeURIComponent(code)}~${domainId}`
