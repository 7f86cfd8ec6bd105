import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Hosts of the user's own computer. A local app listens on any free port (RFC 8252, section 7.3). */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = (url: URL) => url.protocol === 'http:' && LOOPBACK.has(url.hostname)

/**
 * Returns whether an app may register an address: https, or http on the user's own computer. A
 * browser extension has an https address of its browser's vendor. Other schemes are refused,
 * because every program can claim them.
 */
export function isRedirectUri(text: string): boolean {
  if (/[\\\p{Cc}\s#]/u.test(text) || !canParseUrl(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || isLoopback(url)) && !url.username && !url.password
}

/** Returns whether a requested address is a registered one. Only the port of a local app may differ. */
export const isRegistered = (requested: string, registered: readonly string[]): boolean =>
  registered.some((one) => one === requested || isSameLocalApp(one, requested))

function isSameLocalApp(registered: string, requested: string): boolean {
  if (!isRedirectUri(requested)) return false
  const [known, other] = [new URL(registered), new URL(requested)]
  if (!isLoopback(known) || !isLoopback(other)) return false
  known.port = ''
  other.port = ''
  return known.href === other.href
}

/** Returns the host to which the user returns, and whether it is the user's own computer. */
export function redirectHost(redirectUri: string): { host: string; isLocal: boolean } {
  const url = new URL(redirectUri)
  return { host: url.host, isLocal: isLoopback(url) }
}
