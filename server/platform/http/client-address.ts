import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/**
 * Returns the address of the client. Reads `X-Forwarded-For` from the right, and only past trusted
 * proxies, so that clients cannot forge it.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let address = normalizeAddress(remote)
  while (address && isTrusted(address, trustedProxies)) {
    const before = normalizeAddress(hops.pop())
    if (!before) break
    address = before
  }
  return address ?? 'unknown'
}

type RequestSource = Pick<Context, 'env' | 'req'>

/** Returns the client address of a Hono request. */
export const clientAddressOf = (c: RequestSource, trustedProxies: readonly string[]): string =>
  clientAddress(remoteAddressOf(c), c.req.header('x-forwarded-for'), trustedProxies)

/**
 * Returns the address of the other end of the connection, which may be a proxy; undefined without a
 * connection.
 */
export function remoteAddressOf(c: RequestSource): string | undefined {
  // @hono/node-server passes node's own request as `env.incoming`.
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress
}

/**
 * Returns the network that limits count as one client: the /64 of an IPv6 address, because a
 * customer owns all of it.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}

/**
 * Converts an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) to IPv4. Returns undefined for text that
 * is no address.
 */
function normalizeAddress(value: string | undefined): string | undefined {
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
