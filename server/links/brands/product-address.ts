import { withoutFinalDot } from '#contract/text/hosts.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/**
 * Parameters that say who sent a visitor rather than which page it is. They are removed: otherwise
 * the same page would have a different address for each creator, and the address would reveal the
 * creator.
 */
const TRACKING_PARAMS =
  /^(?:utm_.*|ga_.*|_ga|_gl|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_cid|mc_eid|srsltid|epik|si|spm|scm|trk|ref|ref_|ref_src|referrer|source|src|tag|linkcode|linkid|camp|creative|creativeasin|ascsubtag|aff|aff_.*|affid|affiliate.*|awc|cjevent|cjdata|irclickid|irgwc|clickid|click_id|sca_ref|sscid|ranmid|raneaid|ransiteid|rfsn|pf_rd_.*|pd_rd_.*|_branch_match_id|_hs.*|hsa_.*|sid|session.*|token|email)$/i

/**
 * Address of a product page without tracking parameters. `key` is the same for all addresses of the
 * page.
 */
export type ProductAddress = { key: string; origin: string; rest: string }

/** Returns the product address of a URL, or undefined if the URL is not on the public web. */
export function productAddress(url: string): ProductAddress | undefined {
  if (!canParseUrl(url)) return undefined
  const { protocol, hostname: host, port, pathname, searchParams } = new URL(url)
  const hostname = withoutFinalDot(host)
  if (!/^https?:$/.test(protocol) || !/[a-z]$/i.test(hostname) || !hostname.includes('.'))
    return undefined
  const kept = [...searchParams]
    .filter(([name]) => !TRACKING_PARAMS.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
  const path = pathname.replace(/\/+$/, '') || '/'
  const rest = path + (kept.length > 0 ? `?${kept.join('&')}` : '')
  const place = port === '' ? hostname : `${hostname}:${port}`
  return { key: place.replace(/^www\./, '') + rest, origin: `${protocol}//${place}`, rest }
}
