import type { Config } from '../config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/** A link to a short link of ours would be a loop, or a chain that hides where it ends. */
export function isShortUrl(url: URL, config: Config, ownDomains: string[]): boolean {
  const bases = [config.shortLinkHost, `${config.appOrigin}/s`].map((base) => new URL(base))
  return (
    bases.some((base) => sameHost(base, url) && isBelow(base.pathname, url.pathname)) ||
    ownDomains.some((domain) => sameHost(new URL(`${url.protocol}//${domain}`), url))
  )
}

/** http and https of one host are the same server to us, whatever the spelling of its name. */
function sameHost(base: URL, url: URL): boolean {
  const [a, b] = [bareHost(base), bareHost(url)]
  const samePort = base.port === url.port || (isDefaultPort(base) && isDefaultPort(url))
  return samePort && (a === b || (LOOPBACK.has(a) && LOOPBACK.has(b)))
}

const bareHost = (url: URL) => url.hostname.replace(/\.$/, '')
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
