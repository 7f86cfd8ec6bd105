import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/**
 * The address a request came from. `X-Forwarded-For` is read from the right, and only past proxies
 * that the operator named: whatever a client wrote into it itself stays unread.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let address = plain(remote)
  while (address && isTrusted(address, trustedProxies)) {
    const before = plain(hops.pop())
    if (!before) break
    address = before
  }
  return address ?? 'unknown'
}

type RequestSource = Pick<Context, 'env' | 'req'>

/** The same for a request that Hono answers. */
export const addressOf = (c: RequestSource, trustedProxies: readonly string[]): string =>
  clientAddress(remoteAddressOf(c), c.req.header('x-forwarded-for'), trustedProxies)

/** The other end of the connection, a proxy perhaps; none where there is no connection. */
export function remoteAddressOf(c: RequestSource): string | undefined {
  // @hono/node-server passes node's own request as `env.incoming`.
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress
}

/** One line of an internet provider: an IPv6 customer owns a whole /64, so that counts as one. */
export function addressGroup(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}

/** IPv4 in IPv6 clothes (`::ffff:10.0.0.1`) becomes plain IPv4; what is no address becomes nothing. */
function plain(value: string | undefined): string | undefined {
  return value && ipaddr.isValid(value) ? ipaddr.process(value).toString() : undefined
}

export function isTrusted(address: string, trustedProxies: readonly string[]): boolean {
  const parsed = ipaddr.parse(address)
  return trustedProxies.some((entry) => {
    const [network, bits] = entry.includes('/')
      ? ipaddr.parseCIDR(entry)
      : [ipaddr.process(entry), ipaddr.process(entry).kind() === 'ipv4' ? 32 : 128]
    return parsed.kind() === network.kind() && parsed.match(network, bits)
  })
}
