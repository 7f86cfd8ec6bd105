import { parse } from 'tldts'
import { domainToASCII } from 'node:url'

/** Where a brand sells: a host with all below it, perhaps only under a path. */
export type StorePlace = { host: string; path: string }

/** A host is typed without what every address begins with. */
export const toAddress = (typed: string) =>
  /^https?:\/\//i.test(typed) ? typed : `https://${typed}`

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/

/** Reads `shop.example`, `www.shop.example/eu` or an address of the web; null for what is no place. */
export function toPlace(typed: string): StorePlace | null {
  const address = toAddress(typed)
  if (!URL.canParse(address)) return null
  const { hostname, pathname, username, password, port, search, hash } = new URL(address)
  if ([username, password, port, search, hash].some((part) => part !== '')) return null
  const host = bareName(hostname)
  return isName(host) ? { host, path: pathname.replace(/\/+$/, '') } : null
}

/** As stores are written: `shop.example`, `mall.example/shop`. */
export const placeName = ({ host, path }: StorePlace) => host + path

/** A host as stores know it: in small letters and ASCII, without `www.` and a final dot. */
export const bareName = (host: string) =>
  domainToASCII(host.replace(/\.$/, ''))
    .toLowerCase()
    .replace(/^www\./, '')

/** Whose name many share is nobody's store: `co.uk` would be every shop of a country. */
function isName(host: string): boolean {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true })
  return host.length <= 253 && domain !== null && !isIp && host.split('.').every(isLabel)
}
const isLabel = (label: string) => LABEL.test(label)
