import { withScheme } from '#contract/links.ts'
import type { Config } from '../config.ts'
import { FieldError } from '../errors.ts'
import { isShortUrl } from './short-host.ts'

/** Browsers and proxies cut or refuse longer ones. */
const MAX_LENGTH = 2000

/** Where a link goes: an absolute http(s) URL and the host by which its shop is known. */
export type LinkTarget = { url: string; host: string }

/** Checks and normalises what was typed; `ownDomains` are short hosts besides the installation's. */
export function readTarget(typed: string, config: Config, ownDomains: string[] = []): LinkTarget {
  if (typed === '') refuse('Paste a URL.')
  if (isOtherScheme(typed)) refuse('Only http and https links can be shortened.')
  const url = parse(withScheme(typed))
  if (url.username !== '' || url.password !== '') {
    refuse('Take the user name and password out of this URL.')
  }
  if (url.href.length > MAX_LENGTH) refuse(`Keep this under ${MAX_LENGTH} characters.`)
  if (isShortUrl(url, config, ownDomains)) refuse('This is already a short link.')
  return { url: url.href, host: url.hostname.replace(/^www\./, '') }
}

function refuse(message: string): never {
  throw new FieldError('url', message)
}

/** `javascript:…`, `data:…` and the like; `example.com:8080` has a port, not a scheme. */
function isOtherScheme(typed: string): boolean {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(typed.trim()) ?? []
  if (scheme === undefined || /^https?$/i.test(scheme)) return false
  return !/^\d{1,5}(?:[/?#]|$)/.test(rest)
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !isHost(url.hostname)) {
    return refuse('Enter a valid URL, like https://example.com/page.')
  }
  return url
}

/** A single word is a slip of the finger, not an address; `[::1]` has no dot either. */
const isHost = (hostname: string) =>
  /[^.]\.[^.]/.test(hostname) || hostname === 'localhost' || hostname.startsWith('[')
