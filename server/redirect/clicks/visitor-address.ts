import { LRUCache } from 'lru-cache'
import ipaddr from 'ipaddr.js'
import { addressGroup, clientAddress } from '../../platform/http/client-address.ts'

export type AddressOf = (remote: string, forwardedFor: string) => string

type Range = { network: number; mask: number }

/**
 * Creates a function that returns the same as `addressGroup(clientAddress(…))`. It is much faster
 * for nearly all clicks: those with one plain IPv4 address, direct or sent by the nearest proxy.
 */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  const trusted = trustedProxies.flatMap(toRange)
  const isTrusted = (address: number) =>
    trusted.some(({ network, mask }) => (address & mask) === network)
  const others = new LRUCache<string, string>({ max: 2000 })

  return function addressOf(remote: string, forwardedFor: string): string {
    const direct = remote.startsWith('::ffff:') ? remote.slice(7) : remote
    const from = ipv4(direct)
    if (from !== null && !isTrusted(from)) return direct
    const hop = from === null ? '' : forwardedFor.slice(forwardedFor.lastIndexOf(',') + 1).trim()
    const before = ipv4(hop)
    if (before !== null && !isTrusted(before)) return hop
    return parseAddress(remote, forwardedFor)
  }

  function parseAddress(remote: string, forwardedFor: string): string {
    const key = `${remote} ${forwardedFor}`
    const known = others.get(key)
    if (known !== undefined) return known
    const address = addressGroup(clientAddress(remote, forwardedFor, trustedProxies))
    if (key.length <= MAX_CACHED_LENGTH) others.set(key, address)
    return address
  }
}

/**
 * Maximum length of a cached key. Longer headers are not normal traffic and are parsed again each
 * time.
 */
const MAX_CACHED_LENGTH = 200

/**
 * Returns the range of an IPv4 entry. IPv6 entries are skipped, because an IPv4 address never
 * matches one.
 */
function toRange(entry: string): Range[] {
  const [address = '', bits = '32'] = entry.split('/')
  const network = ipaddr.isValid(address) ? ipv4(ipaddr.process(address).toString()) : null
  if (network === null) return []
  const mask = bits === '0' ? 0 : -1 << (32 - Number(bits))
  return [{ network: network & mask, mask }]
}

/**
 * Returns the 32 bits of an address in dotted notation; null for anything else, including
 * `010.1.1.1`.
 */
function ipv4(text: string): number | null {
  let address = 0
  let part = -1
  let dots = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === DOT) {
      if (part < 0 || ++dots > 3) return null
      address = (address << 8) | part
      part = -1
    } else if (code < ZERO || code > NINE || part === 0) return null
    else if ((part = Math.max(part, 0) * 10 + code - ZERO) > 255) return null
  }
  return dots === 3 && part >= 0 ? (address << 8) | part : null
}

const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
