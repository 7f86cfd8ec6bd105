/**
 * Parameters that say who sent somebody, and not what they see. With them the same page would be
 * another for each creator, and a creator could be told by it.
 */
const OF_SENDERS =
  /^(?:utm_.*|ga_.*|_ga|_gl|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_cid|mc_eid|srsltid|epik|si|spm|scm|trk|ref|ref_|ref_src|referrer|source|src|tag|linkcode|linkid|camp|creative|creativeasin|ascsubtag|aff|aff_.*|affid|affiliate.*|awc|cjevent|cjdata|irclickid|irgwc|clickid|click_id|sca_ref|sscid|ranmid|raneaid|ransiteid|rfsn|pf_rd_.*|pd_rd_.*|_branch_match_id|_hs.*|hsa_.*|sid|session.*|token|email)$/i

/** A page, however somebody came to its address: `key` is the same for all who lead to it. */
export type ProductAddress = { key: string; origin: string; rest: string }

/** Undefined for what is no page of the open web. */
export function productAddress(url: string): ProductAddress | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, pathname, searchParams } = new URL(url)
  if (!/^https?:$/.test(protocol) || !/[a-z]$/i.test(hostname) || !hostname.includes('.'))
    return undefined
  const kept = [...searchParams]
    .filter(([name]) => !OF_SENDERS.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
  const path = pathname.replace(/\/+$/, '') || '/'
  const rest = path + (kept.length > 0 ? `?${kept.join('&')}` : '')
  const place = port === '' ? hostname : `${hostname}:${port}`
  return { key: place.replace(/^www\./, '') + rest, origin: `${protocol}//${place}`, rest }
}
