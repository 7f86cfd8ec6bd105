import ipaddr from 'ipaddr.js'
import type { Config } from '../platform/config/config.ts'

/** Names that systems give to the machine itself. */
const LOOPBACK_NAME =
  /^((.+\.)?localhost|localhost[46]?(\.localdomain[46]?)?|ip6-(localhost|loopback))$/
/** Of an address: all of 127/8 and ::1, and those that stand for every address of the machine. */
const THIS_MACHINE = new Set(['loopback', 'unspecified'])

/** What of the settings says which addresses are short links. */
export type ShortHosts = Pick<Config, 'shortLinkHost' | 'appOrigin'>

/** A link to a short link of ours would be a loop, or a chain that hides where it ends. */
export function isShortUrl(url: URL, config: ShortHosts, ownDomains: string[]): boolean {
  const bases = [config.shortLinkHost, `${config.appOrigin}/s`].map((base) => new URL(base))
  return (
    bases.some((base) => sameHost(base, url) && isBelow(base.pathname, url.pathname)) ||
    ownDomains.includes(bareHost(url))
  )
}

/** http and https of one host are the same server to us, whatever the spelling of its name. */
function sameHost(base: URL, url: URL): boolean {
  const [a, b] = [bareHost(base), bareHost(url)]
  const samePort = base.port === url.port || (isDefaultPort(base) && isDefaultPort(url))
  return samePort && (a === b || (isThisMachine(a) && isThisMachine(b)))
}

/** The URL parser has already turned `0x7f.1`, `0177.0.0.1` and `2130706433` into `127.0.0.1`. */
function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(address)) return LOOPBACK_NAME.test(host)
  // An IPv4 address in IPv6 clothes (`::ffff:7f00:1`) is what it wears.
  return THIS_MACHINE.has(ipaddr.process(address).range())
}

export const bareHost = (url: URL) => url.hostname.replace(/\.+$/, '')
const isDefaultPort = (url: URL) => url.port === '' || url.port === '80' || url.port === '443'

/** With a path (`/s`) only what lies below it; a bare host is short links all over. */
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
