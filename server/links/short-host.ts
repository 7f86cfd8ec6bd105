import { withoutFinalDot } from '#contract/text/hosts.ts'
import ipaddr from 'ipaddr.js'
import type { Config } from '../platform/config/config.ts'

/** Host names of the local machine. */
const LOOPBACK_NAME =
  /^((.+\.)?localhost|localhost[46]?(\.localdomain[46]?)?|ip6-(localhost|loopback))$/
/** Address ranges of the local machine: 127/8, ::1, and the unspecified addresses. */
const THIS_MACHINE = new Set(['loopback', 'unspecified'])

/** Settings that determine which URLs are short links. */
export type ShortHosts = Pick<Config, 'shortLinkHost' | 'appOrigin'>

/**
 * Returns whether a URL is a short link of this installation. A link to it would be a loop or a
 * chain that hides its target.
 */
export function isShortUrl(url: URL, config: ShortHosts, ownDomains: string[]): boolean {
  const bases = [config.shortLinkHost, `${config.appOrigin}/s`].map((base) => new URL(base))
  return (
    bases.some((base) => sameHost(base, url) && isBelow(base.pathname, url.pathname)) ||
    ownDomains.includes(bareHost(url))
  )
}

/** Returns whether two URLs have the same host. http and https count as the same server. */
function sameHost(base: URL, url: URL): boolean {
  const [a, b] = [bareHost(base), bareHost(url)]
  const samePort = base.port === url.port || (isDefaultPort(base) && isDefaultPort(url))
  return samePort && (a === b || (isThisMachine(a) && isThisMachine(b)))
}

/**
 * Returns whether the host is the local machine. The URL parser has already normalized `0x7f.1`,
 * `0177.0.0.1` and `2130706433` to `127.0.0.1`.
 */
function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(address)) return LOOPBACK_NAME.test(host)
  // Treats an IPv4 address mapped to IPv6 (`::ffff:7f00:1`) as IPv4.
  return THIS_MACHINE.has(ipaddr.process(address).range())
}

export const bareHost = (url: URL) => withoutFinalDot(url.hostname)
const isDefaultPort = (url: URL) => url.port === '' || url.port === '80' || url.port === '443'

/** Returns whether the path is below the base path (`/s`). Without a base path, every path is. */
function isBelow(basePath: string, path: string): boolean {
  const base = basePath.replace(/\/+$/, '').toLowerCase()
  return (
    base === '' || `${decoded(path).toLowerCase().replace(/\/+/g, '/')}/`.startsWith(`${base}/`)
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
