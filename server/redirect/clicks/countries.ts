import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { Reader, type Response } from 'mmdb-lib'

/** Returns two capital letters, or '' for an address that the file does not contain. */
export type CountryOf = (address: string) => string

const MAX_CACHED_ADDRESSES = 20_000

/**
 * Opens the operator's GeoIP file (`GEOIP_DB`). It is used where clicks are stored, not where
 * redirects are answered, and is read again only at the next start.
 */
export function openCountries(path: string): CountryOf {
  const reader = new Reader<Response>(readFileSync(path))
  const known = new LRUCache<string, string>({ max: MAX_CACHED_ADDRESSES })
  return (address) => {
    const cached = known.get(address)
    if (cached !== undefined) return cached
    const country = countryIn(find(reader, address))
    known.set(address, country)
    return country
  }
}

function find(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    // The value is not an IP address, or it is IPv6 and the file contains only IPv4.
    return null
  }
}

/** Returns the country code of a record. Files of this format store it in one of three ways. */
function countryIn(found: unknown): string {
  const { country, country_code } = (found ?? {}) as { country?: unknown; country_code?: unknown }
  const { iso_code } = (typeof country === 'object' ? (country ?? {}) : {}) as {
    iso_code?: unknown
  }
  const code = [iso_code, country_code, country].find((one) => typeof one === 'string')
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : ''
}
