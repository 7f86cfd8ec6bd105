import type { NewRule } from '#contract/rules/rules.ts'
import { newRule } from './rule-draft.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Store of Amazon and the countries whose visitors are sent there. */
export type Store = { host: string; countries: string[] }

const STORE_LIST =
  'com:US co.uk:GB,IE de:DE,AT,CH fr:FR it:IT es:ES,PT nl:NL com.be:BE,LU pl:PL se:SE,DK,FI,NO com.tr:TR ca:CA com.mx:MX com.br:BR com.au:AU,NZ co.jp:JP in:IN sg:SG ae:AE sa:SA eg:EG'

/** Amazon's stores. */
export const STORES: readonly Store[] = STORE_LIST.split(' ').map((entry) => {
  const [domain = '', countries = ''] = entry.split(':')
  return { host: `amazon.${domain}`, countries: countries.split(',') }
})

/** Product number in the path of a product page. */
const ASIN = /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?=\/|$)/i

/** Returns the product number in the address of a product at Amazon; undefined for others. */
export function productNumber(address: string): string | undefined {
  if (!canParseUrl(address)) return undefined
  const { hostname, pathname } = new URL(address)
  const isAmazon = STORES.some(({ host }) => hostname === host || hostname.endsWith(`.${host}`))
  return isAmazon ? ASIN.exec(pathname)?.[1]?.toUpperCase() : undefined
}

/** Returns a rule for each store with a tag: the same product there, with the creator's tag. */
export function amazonRules(asin: string, tags: Record<string, string>): NewRule[] {
  return STORES.flatMap(({ host, countries }) => {
    const tag = tags[host]?.trim()
    if (!tag) return []
    const target = `https://www.${host}/dp/${asin}?tag=${encodeURIComponent(tag)}`
    return [newRule([{ kind: 'country', values: countries }], target)]
  })
}
