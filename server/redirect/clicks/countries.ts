import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { Reader, type Response } from 'mmdb-lib'

/** Two capital letters; empty for an address that the file does not know. */
export type CountryOf = (address: string) => string

const KEPT_ADDRESSES = 20_000

/**
 * Where addresses are, by the operator's file (`GEOIP_DB`). It is opened where clicks are written
 * down, never where redirects are answered, and read anew with the next start.
 */
export function openCountries(path: string): CountryOf {
  const reader = new Reader<Response>(readFileSync(path))
  const known = new LRUCache<string, string>({ max: KEPT_ADDRESSES })
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const country = countryIn(find(reader, address))
    known.set(address, country)
    return country
  }
}

function find(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    // What is no address, and an IPv6 one in a file of IPv4 alone.
    return null
  }
}

/** Files of this format name it in one of three ways. */
function countryIn(found: unknown): string {
  const { country, country_code } = (found ?? {}) as { country?: unknown; country_code?: unknown }
  const { iso_code } = (typeof country === 'object' ? (country ?? {}) : {}) as {
    iso_code?: unknown
  }
  const code = [iso_code, country_code, country].find((one) => typeof one === 'string')
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : ''
}

/** Each line ends with an address, in whose place its country is written down: no address is kept. */
export function withCountries(lines: string, countryOf: CountryOf): string {
  return lines.replaceAll(/[^\t\n]*\n/g, (end) => `${countryOf(end.slice(0, -1))}\n`)
}
