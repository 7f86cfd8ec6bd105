import { INVALID_URL_TEXT, withScheme } from '#contract/links/target-url.ts'
import { isHost } from '#contract/text/hosts.ts'
import { FieldError } from '../platform/http/errors.ts'
import { bareHost, isShortUrl, type ShortHosts } from './short-host.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Maximum length of a URL. Browsers and proxies truncate or reject longer ones. */
export const MAX_URL_LENGTH = 2000

/** Target of a link: an absolute http(s) URL and the host of its shop. */
export type LinkTarget = { url: string; host: string }

/** Checks and normalizes a URL. `ownDomains` are further short hosts besides the installation's. */
export function readTarget(
  typed: string,
  config: ShortHosts,
  ownDomains: string[] = [],
  field = 'url',
): LinkTarget {
  const url = parse(withScheme(typed))
  const fault = faultOfText(typed) ?? (url ? faultOfUrl(url, config, ownDomains) : INVALID_URL_TEXT)
  if (!url || fault) throw new FieldError(field, fault ?? INVALID_URL_TEXT)
  return { url: url.href, host: bareHost(url).replace(/^www\./, '') }
}

function faultOfText(typed: string): string | undefined {
  if (typed === '') return 'Paste a URL.'
  return isOtherScheme(typed) ? 'Only http and https links can be shortened.' : undefined
}

function faultOfUrl(url: URL, config: ShortHosts, ownDomains: string[]): string | undefined {
  if (url.username !== '' || url.password !== '') {
    return 'Remove the user name and password from this URL.'
  }
  if (url.href.length > MAX_URL_LENGTH) return `Keep this under ${MAX_URL_LENGTH} characters.`
  return isShortUrl(url, config, ownDomains) ? 'This is already a short link.' : undefined
}

/**
 * Returns whether the text has another scheme, such as `javascript:` or `data:`. `example.com:8080`
 * has a port, not a scheme.
 */
function isOtherScheme(typed: string): boolean {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(typed.trim()) ?? []
  if (scheme === undefined || /^https?$/i.test(scheme)) return false
  return !/^\d{1,5}(?:[/?#]|$)/.test(rest)
}

function parse(text: string): URL | undefined {
  const url = canParseUrl(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && isHost(url.hostname) ? url : undefined
}
