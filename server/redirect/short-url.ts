import { EXACT_CODE, SHORT_CODE_PATTERN } from '#contract/links/codes.ts'
import { WIDGET_KEY, WIDGET_PARAMETER } from '#contract/page/widgets.ts'
import {
  codesIn,
  decodedPath,
  exactKey,
  nameBefore,
  nameWithDomain,
  OWN_DOMAIN,
  plainKey,
  readName,
} from '../links/link-key.ts'
import { withPlainLetters } from '../platform/http/plain-letters.ts'

/** Path of short links on the app's own host, regardless of SHORT_LINK_HOST. */
const PATH = '/s'

/** `Host` values of the short host; null if it is the same host as the app. */
export type ShortHosts = ReadonlySet<string> | null

/**
 * Returns the key of the requested link: undefined if the request is for the app, '' if it is for
 * the short host but contains no valid code. Without short hosts, short links only exist below `/s`
 * of the app.
 */
export function keyIn(rawUrl: string, host: string, shortHosts: ShortHosts): string | undefined {
  const url = withPlainLetters(rawUrl)
  if (isBelowPath(url)) return keyOf(segmentAfter(url, PATH.length + 1))
  return shortHosts?.has(host.toLowerCase()) ? keyOf(segmentAfter(url, 1)) : undefined
}

function keyOf(name: string): string {
  // Most names. The other checks cost a tenth of a redirect.
  if (SHORT_CODE_PATTERN.test(name)) return plainKey(OWN_DOMAIN, name)
  const decoded = decodedPath(name)
  const whole = decoded.includes('~') ? nameWithDomain(decoded) : undefined
  const named = readName(whole ?? decoded) ?? (whole === undefined && readName(nameBefore(name)))
  if (!named) return ''
  const { domainId, code } = named
  return domainId === OWN_DOMAIN ? plainKey(domainId, code) : exactKey(domainId, code)
}

/** Custom domain, and whether links on it have exact codes. */
type CodeHost = { domainId: number; hasExactCodes: boolean }

/** Returns the link key of a request on a custom domain; '' if it contains no valid code. */
export function keyOnDomain(rawUrl: string, { domainId, hasExactCodes }: CodeHost): string {
  const url = withPlainLetters(rawUrl)
  if (hasExactCodes) return exactKeyIn(url, domainId)
  const code = segmentAfter(url, isBelowPath(url) ? PATH.length + 1 : 1)
  const read = SHORT_CODE_PATTERN.test(code) ? code : nameBefore(code)
  return SHORT_CODE_PATTERN.test(read) ? plainKey(domainId, read) : ''
}

/** Returns the first key of a request on a domain with exact codes; '' if it has no valid code. */
function exactKeyIn(url: string, domainId: number): string {
  const path = decodedPath(segmentAfter(url, 1))
  const code = EXACT_CODE.test(path) ? path : codesIn(path)[0]
  return code === undefined ? '' : exactKey(domainId, code)
}

/** Returns all `Host` values of the installation. None of them can be a custom domain. */
export const mainHostsOf = (...urls: string[]): ReadonlySet<string> =>
  new Set(urls.flatMap((url) => spellings(new URL(url))))

/**
 * Returns the `Host` values of the short host. A final dot or a default port does not make a
 * different host.
 */
export function shortHostsOf(shortLinkHost: string, appOrigin: string): ShortHosts {
  const app = new Set(spellings(new URL(appOrigin)))
  const short = spellings(new URL(shortLinkHost))
  return short.some((host) => app.has(host)) ? null : new Set(short)
}

function spellings({ hostname, port }: URL): string[] {
  const name = hostname.replace(/\.$/, '')
  const ports = port === '' ? ['', ':80', ':443'] : [`:${port}`]
  return [name, `${name}.`].flatMap((one) => ports.map((end) => one + end))
}

function isBelowPath(url: string): boolean {
  if (!url.startsWith(PATH)) return false
  const next = url.charCodeAt(PATH.length)
  return next === SLASH || next === QUESTION || Number.isNaN(next)
}

const SLASH = 0x2f
const QUESTION = 0x3f

/** Returns the rest of the path from `start`, without query and final slash. */
function segmentAfter(url: string, start: number): string {
  let end = url.indexOf('?', start)
  if (end === -1) end = url.length
  if (url.charCodeAt(end - 1) === SLASH) end -= 1
  return url.slice(start, end)
}

/**
 * Returns the name in a request for a link preview, `/lamp+` or `/s/lamp+`, as it is encoded;
 * undefined for any other path.
 */
export function inspectedName(url: string): string | undefined {
  const [, name = ''] = PREVIEW.exec(pathIn(url)) ?? []
  return readName(decodedPath(name)) ? name : undefined
}

/**
 * Returns the code in a request for a link preview on a custom domain; undefined for any other
 * path.
 */
export function inspectedCode(url: string, { hasExactCodes }: CodeHost): string | undefined {
  if (!hasExactCodes) return inspectedName(url)
  const [, code = ''] = EXACT_PREVIEW.exec(decodedPath(pathIn(url))) ?? []
  return EXACT_CODE.test(code) ? code : undefined
}

/** Path of a link preview. As behind a code, characters that no name can contain end it. */
const PREVIEW = /^(?:\/s)?\/([^/+%]+(?:%(?!2b)[^/+%]+)*)(?:\+|%2b)(?:[^a-z0-9_+~%-].*|%(?!2b).*)?$/i
const EXACT_PREVIEW = /^(?:\/s(?=\/))?\/([^+~]+)\+(?:[^\p{L}\p{N}_+~%-].*)?$/su

/** Returns whether this is the one spelling of a link preview on the app's host. */
export const isPlainPreview = (url: string): boolean =>
  /^\/s\/[^/+%]+(?:%(?!2b)[^/+%]+)*(?:\+|%2b)\/?$/i.test(pathIn(url))

/** Returns whether the path is the root, perhaps with punctuation behind it. */
export const isRoot = (url: string): boolean =>
  /^\/(?:[^a-z0-9_/+~%-]|%[0-9a-f]{2})*$/i.test(pathIn(url))

const pathIn = (url: string): string => withPlainLetters(url.split('?', 1)[0] ?? '')

/** Returns the query after `?`, without a fragment. */
export function queryIn(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1).replace(/#.*$/s, '')
}

const SOURCE = /^[a-z0-9-]{1,30}$/i
const SOURCE_PARAMETER = /[?&]from=([a-z0-9-]{1,30})(?![^&#])/i

/**
 * Returns where the link was shared, in lower case: `story` for `/lamp/story` and
 * `/lamp?from=story`; '' if the URL does not say. `parts` is the number of parts of the code.
 */
export function sourceIn(url: string, parts = 1): string {
  const start = isBelowPath(url) ? PATH.length + 1 : 1
  const slash = parts === 1 ? url.indexOf('/', start) : endOfParts(url, start, parts)
  const query = url.indexOf('?', start)
  if (slash === -1 && query === -1) return ''
  const inPath = slash === -1 ? '' : segmentAfter(url, slash + 1)
  if (SOURCE.test(inPath)) return inPath.toLowerCase()
  return query === -1 ? '' : (SOURCE_PARAMETER.exec(url)?.[1] ?? '').toLowerCase()
}

/** Returns the position of the slash behind a code with several parts, or -1. */
function endOfParts(url: string, start: number, parts: number): number {
  const [path = ''] = url.split('?', 1)
  return (
    [...path.matchAll(/\/|%2f/gi)].filter(({ index }) => index >= start)[parts - 1]?.index ?? -1
  )
}

const WIDGET_MARK = `?${WIDGET_PARAMETER}=`

/** Returns the widget key in a request's query, or ''. The fold checks who owns the widget. */
export function widgetIn(url: string): string {
  const at = url.indexOf(WIDGET_MARK)
  if (at === -1) return ''
  const [key = ''] = url.slice(at + WIDGET_MARK.length).split('&', 1)
  return WIDGET_KEY.test(key) ? key : ''
}
