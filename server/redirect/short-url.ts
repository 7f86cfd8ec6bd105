import { SHORT_CODE } from '#contract/links.ts'
import { WIDGET_KEY, WIDGET_PARAMETER } from '#contract/widgets.ts'
import { linkKey, nameBefore, readName } from '../links/link-key.ts'

/** Where short links live on the app's own host, whatever SHORT_LINK_HOST says (D-04). */
const PATH = '/s'

/** The `Host` values by which the short host is asked for; null when it is the app's own. */
export type ShortHosts = ReadonlySet<string> | null

/**
 * The key of the link that a request is for: undefined when it is for the app, '' when it is for the
 * short host but names no link. Without short hosts short links only live below `/s` of the app.
 */
export function keyIn(url: string, host: string, shortHosts: ShortHosts): string | undefined {
  if (isBelowPath(url)) return keyOf(segmentAfter(url, PATH.length + 1))
  return shortHosts?.has(host.toLowerCase()) ? keyOf(segmentAfter(url, 1)) : undefined
}

function keyOf(name: string): string {
  const named = readName(name) ?? readName(nameBefore(name))
  return named ? linkKey(named.domainId, named.code) : ''
}

/** The same for somebody's own domain, where all is short links; '' for what names none. */
export function keyOnDomain(url: string, domainId: number): string {
  const code = segmentAfter(url, isBelowPath(url) ? PATH.length + 1 : 1)
  const read = SHORT_CODE.test(code) ? code : nameBefore(code)
  return SHORT_CODE.test(read) ? linkKey(domainId, read) : ''
}

/** How the installation's own hosts are asked for: these are nobody's own domain. */
export const mainHostsOf = (...urls: string[]): ReadonlySet<string> =>
  new Set(urls.flatMap((url) => spellings(new URL(url))))

/** With a final dot, or with a port that could be left out, it is the same host. */
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

/** The last part of a path, from `start` on. */
function segmentAfter(url: string, start: number): string {
  let end = url.indexOf('?', start)
  if (end === -1) end = url.length
  if (url.charCodeAt(end - 1) === SLASH) end -= 1
  return url.slice(start, end)
}

/** The name in a request for what a link is, `/lamp+` or `/s/lamp+`; undefined for any other. */
export function inspectedName(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const [, code = ''] = /^(?:\/s)?\/([^/]+)(?:\+|%2b)\/?$/i.exec(path) ?? []
  return readName(code) ? code : undefined
}

/** What follows `?`; a fragment, which no browser sends, is none of it. */
export function queryIn(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1).replace(/#.*$/s, '')
}

const WIDGET_MARK = `?${WIDGET_PARAMETER}=`

/** Key of the widget that a link was in; empty for any other. Whose it is, the fold asks. */
export function widgetIn(url: string): string {
  const at = url.indexOf(WIDGET_MARK)
  if (at === -1) return ''
  const [key = ''] = url.slice(at + WIDGET_MARK.length).split('&', 1)
  return WIDGET_KEY.test(key) ? key : ''
}
