import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

export type Address = { address: string; family: number }
/** `isPublicAddress`, or less where a test needs its own machine. */
export type IsAllowed = (address: string) => boolean
export type Resolve = (hostname: string) => Promise<Address[]>

/** An address that the server must not talk to on a stranger's behalf. */
export class BlockedAddress extends Error {}

/** The part of IPv6 that is given out to the public internet at all. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * True only for addresses on the public internet. Everything with a special meaning is refused:
 * private, loopback, link-local, carrier NAT, multicast, reserved, and the IPv6 forms that wrap an
 * IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

/**
 * A resolver for the socket itself: what was checked is what is connected to, so a name that
 * answers differently the second time gains nothing. One bad address refuses the name.
 */
export function guardedLookup(isAllowed: IsAllowed, resolve: Resolve = resolveAll): LookupFunction {
  const find = async (hostname: string) => {
    const addresses = await resolve(hostname)
    const areAllowed = addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))
    if (!areAllowed) throw new BlockedAddress(hostname)
    return addresses
  }
  // The way a socket asks: for all addresses, or for one and its family.
  return (hostname, { all }, callback) => {
    callbackify(find)(hostname, (error, addresses) => {
      if (error || all) callback(error, addresses)
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}

const resolveAll: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })
