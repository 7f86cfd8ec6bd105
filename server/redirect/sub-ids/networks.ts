import { isAmazonShop } from '#contract/amazon.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Place of a sub-id in the path: `[before, after]`, or undefined if it has one or none fits. */
type PathPlace = (url: string) => [before: string, after: string] | undefined

/** Tracking links of an affiliate network. */
type SubIdRule = {
  network: string
  hosts: RegExp
  /** Pattern for path and query of tracking links. Other pages of the host get no sub-id. */
  path: RegExp
  /** Query parameter of the sub-id. */
  parameter: string
  /** Set if some tracking links have the sub-id in their path. */
  inPath?: PathPlace
  /** Public documentation of the network. */
  source: string
}

const CJ_HOSTS =
  /^(?:www\.)?(?:anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce|qksrv|afcyhf|apmebf|awltovhc|commission-junction|ftjcfx|lduhtrp|tqlkg|yceml|emjcd)\.(?:net|com)$/
const IMPACT_HOSTS = /\.(?:pxf\.io|sjv\.io|evyy\.net|7eer\.net|ojrq\.net|dvh5\.net|uikc\.net)$/
const EBAY_HOSTS =
  /(?:^|\.)ebay\.(?:com|ca|de|es|fr|it|nl|ie|at|ch|be|pl|co\.uk|com\.(?:au|hk|sg|my))$/

/** Sub-ids of networks, by host and path of their tracking links. */
export const SUB_ID_RULES: readonly SubIdRule[] = [
  {
    network: 'awin',
    hosts: /^(?:www\.)?(?:awin1|zenaps)\.com$/,
    path: /^\/(?:cread|awclick|pclick)\.php\?/i,
    parameter: 'clickref',
    source: 'https://help.awin.com/docs/click-references',
  },
  {
    network: 'cj',
    hosts: CJ_HOSTS,
    path: /^\/(?:click-\d|links\/\d)/i,
    parameter: 'sid',
    inPath: cjPath,
    source: 'https://developers.cj.com/docs',
  },
  {
    network: 'impact',
    hosts: IMPACT_HOSTS,
    path: /^\/c\/\d+\/\d+\/\d+/i,
    parameter: 'subId1',
    source: 'https://help.impact.com/partner/links',
  },
  {
    network: 'rakuten',
    hosts: /^click\.linksynergy\.com$/,
    path: /^\/(?:deeplink|link|fs-bin\/click|fs-bin\/statform)\?/i,
    parameter: 'u1',
    source: 'https://pubhelp.rakutenadvertising.com',
  },
  {
    network: 'shareasale',
    hosts: /^(?:www\.)?shareasale\.com$/,
    path: /^\/(?:r|u|m-pr)\.cfm\?/i,
    parameter: 'afftrack',
    source: 'https://blog.shareasale.com/tag/afftrack',
  },
  {
    network: 'ebay',
    hosts: EBAY_HOSTS,
    path: /[?&]campid=\d/i,
    parameter: 'customid',
    source: 'https://developer.ebay.com/devzone/finding/callref/types/Affiliate.html',
  },
  {
    network: 'partnerize',
    hosts: /^prf\.hn$/,
    path: /^\/click\/camref:/i,
    parameter: 'pubref',
    inPath: partnerizePath,
    source: 'https://api-docs.partnerize.com/partner',
  },
  {
    network: 'tradedoubler',
    hosts: /^(?:clk[a-z]{0,2}|pdt)\.tradedoubler\.com$/,
    path: /^\/click\?(?!.*\()/i,
    parameter: 'epi',
    source: 'https://dev.tradedoubler.com',
  },
  {
    network: 'skimlinks',
    hosts: /^go\.(?:skimresources|skimlinks)\.com$/,
    path: /^\/?\?/,
    parameter: 'xcust',
    source: 'https://developers.skimlinks.com/link.html',
  },
  {
    network: 'admitad',
    hosts: /^(?:ad\.admitad\.com|alitems\.(?:com|co|site))$/,
    path: /^\/g\/\w/i,
    parameter: 'subid',
    source: 'https://support.admitad.com',
  },
]

/** CJ's deep links contain the sub-id before the target: `/links/1/type/dlg/sid/KEY/https://…`. */
function cjPath(url: string): ReturnType<PathPlace> {
  const [, start, target] =
    /^(https?:\/\/[^/]+\/links\/\d+\/type\/\w+\/)(https?:.*)$/i.exec(url) ?? []
  return start === undefined || target === undefined ? undefined : [`${start}sid/`, `/${target}`]
}

/** Partnerize ignores parts after the destination: `/click/camref:A/pubref:KEY/destination:…`. */
function partnerizePath(url: string): ReturnType<PathPlace> {
  const [, start, rest] =
    /^(https?:\/\/[^/]+\/click\/camref:[^?#]*?)\/?((?:\/destination:|[?#]).*)?$/i.exec(url) ?? []
  const hasOne = start !== undefined && /\/pubref:[^/]/i.test(start)
  return start === undefined || hasOne
    ? undefined
    : [`${start.replace(/\/pubref:$/i, '')}/pubref:`, rest ?? '']
}

/** Place of a sub-id in a URL. */
export type SubIdPlace = { network: string; parameter: string } & (
  | { before: string; after: string }
  | { before: null; after: null }
)

/** Returns where a sub-id belongs in a URL; undefined if it is no tracking link or already has one. */
export function subIdPlace(url: string): SubIdPlace | undefined {
  if (!canParseUrl(url)) return undefined
  const { hostname, pathname, search } = new URL(url)
  const host = withoutFinalDot(hostname)
  const rule = SUB_ID_RULES.find(
    ({ hosts, path }) => hosts.test(host) && path.test(pathname + search),
  )
  if (!rule) return undefined
  const { network, parameter, inPath } = rule
  const ofPath = inPath?.(url)
  if (ofPath) return { network, parameter, before: ofPath[0], after: ofPath[1] }
  const isPathOnly = network === 'partnerize' || pathname.startsWith('/links/')
  if (isPathOnly || valueOf(url, parameter) !== '') return undefined
  return { network, parameter, before: null, after: null }
}

/** Returns the sub-id or Amazon tracking id that a target already has; '' if there is none. */
export function existingSubId(url: string): string {
  if (!canParseUrl(url)) return ''
  const host = withoutFinalDot(new URL(url).hostname)
  if (isAmazonShop(url)) return valueOf(url, 'tag')
  const rule = SUB_ID_RULES.find(({ hosts }) => hosts.test(host))
  if (!rule) return ''
  const inPath = new RegExp(`/${rule.parameter}[:/]([^/?#]+)`, 'i').exec(url)?.[1]
  return (rule.inPath && inPath) || valueOf(url, rule.parameter)
}

/** Returns the value of a query parameter, whatever its case. */
function valueOf(url: string, parameter: string): string {
  const name = parameter.toLowerCase()
  for (const [key, value] of new URL(url).searchParams)
    if (key.toLowerCase() === name && value !== '') return value
  return ''
}

/** Returns an Amazon URL with the tracking id, unless it is for another shop or has one. */
export function withAmazonTag(url: string, tag: string): string {
  if (tag === '' || !isAmazonShop(url) || valueOf(url, 'tag') !== '') return url
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const kept = query.split('&').filter((pair) => pair !== '' && !/^tag=?$/i.test(pair))
  return `${base}?${[...kept, `tag=${encodeURIComponent(tag)}`].join('&')}${hash}`
}
