import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

export type Address = { address: string; family: number }
/** Check of an address: `isPublicAddress`, or a weaker one for tests on this machine. */
export type IsAllowed = (address: string) => boolean
export type Resolve = (hostname: string) => Promise<Address[]>

/** Address that the server must not connect to on behalf of a user. */
export class BlockedAddress extends Error {}

/** Part of IPv6 that is assigned to the public internet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an address is on the public internet. Refuses all special ranges: private,
 * loopback, link-local, carrier-grade NAT, multicast, reserved, and IPv6 forms that wrap an IPv4
 * address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

/**
 * Returns a lookup function for sockets that allows only checked addresses. The socket connects to
 * the address that was checked, so DNS rebinding has no effect. A name with one forbidden address
 * is refused.
 */
export function guardedLookup(isAllowed: IsAllowed, resolve: Resolve = resolveAll): LookupFunction {
  const find = async (hostname: string) => {
    const addresses = await resolve(hostname)
    const areAllowed = addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))
    if (!areAllowed) throw new BlockedAddress(hostname)
    return addresses
  }
  // Sockets request either all addresses, or one with its family.
  return (hostname, { all }, callback) => {
    callbackify(find)(hostname, (error, addresses) => {
      if (error || all) callback(error, addresses)
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}

const resolveAll: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })
