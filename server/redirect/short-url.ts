import { SHORT_CODE } from '#contract/links.ts'

/** Where short links live on the app's own host, whatever SHORT_LINK_HOST says (D-04). */
const PATH = '/s'

/** The `Host` values by which the short host is asked for; null when it is the app's own. */
export type ShortHosts = ReadonlySet<string> | null

/**
 * Finds the short code in a request: undefined when the request is for the app, '' when it is for
 * the short host but names no code. Without short hosts short links only live below `/s` of the app.
 */
export function codeIn(url: string, host: string, shortHosts: ShortHosts): string | undefined {
  if (isBelowPath(url)) return codeAfter(url, PATH.length + 1)
  return shortHosts?.has(host.toLowerCase()) ? codeAfter(url, 1) : undefined
}

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

/** The code from `start` on, in lower case; '' for whatever no code can look like. */
function codeAfter(url: string, start: number): string {
  let end = url.indexOf('?', start)
  if (end === -1) end = url.length
  if (url.charCodeAt(end - 1) === SLASH) end -= 1
  const code = url.slice(start, end)
  return SHORT_CODE.test(code) ? code.toLowerCase() : ''
}

/** The code of a request for what a link is, `/lamp+` or `/s/lamp+`; undefined for any other. */
export function inspectedCode(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const [, code = ''] = /^(?:\/s)?\/([^/]+)(?:\+|%2b)\/?$/i.exec(path) ?? []
  return SHORT_CODE.test(code) ? code : undefined
}

/** What follows `?`; a fragment, which no browser sends, is none of it. */
export function queryIn(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1).replace(/#.*$/s, '')
}
