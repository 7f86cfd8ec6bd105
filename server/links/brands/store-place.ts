import { parse } from 'tldts'
import { domainToASCII } from 'node:url'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Place where a brand sells: a host with its subdomains, optionally only below a path. */
export type StorePlace = { host: string; path: string }

/** Adds `https://` if the text has no scheme. */
export const toAddress = (typed: string) =>
  /^https?:\/\//i.test(typed) ? typed : `https://${typed}`

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/

/**
 * Parses `shop.example`, `www.shop.example/eu` or a URL. Returns null if the text is not a valid
 * store.
 */
export function parsePlace(typed: string): StorePlace | null {
  const address = toAddress(typed)
  if (!canParseUrl(address)) return null
  const { hostname, pathname, username, password, port, search, hash } = new URL(address)
  if ([username, password, port, search, hash].some((part) => part !== '')) return null
  const host = normalizedHost(hostname)
  return isOwnableHost(host) ? { host, path: pathname.replace(/\/+$/, '') } : null
}

/** Returns a store as text: `shop.example`, `mall.example/shop`. */
export const placeName = ({ host, path }: StorePlace) => host + path

/** Returns the host in lower-case ASCII, without `www.` and a final dot. */
export const normalizedHost = (host: string) =>
  domainToASCII(host.replace(/\.$/, ''))
    .toLowerCase()
    .replace(/^www\./, '')

/** Returns whether the host can belong to one brand. A public suffix such as `co.uk` cannot. */
function isOwnableHost(host: string): boolean {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true })
  return host.length <= 253 && domain !== null && !isIp && host.split('.').every(isLabel)
}
const isLabel = (label: string) => LABEL.test(label)
