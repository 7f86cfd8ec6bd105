import type { Rule } from '#contract/rules/rules.ts'
import { findBrands, type FoundBrand } from '../links/brands/find-brands.ts'
import type { Database, Db } from '../platform/db/client.ts'
import type { Config } from '../platform/config/config.ts'
import { stepTo, type Step } from './chain.ts'
import { partsOfKey } from '../links/link-key.ts'
import { isShortUrl } from '../links/short-host.ts'
import { targetUrl } from '../links/target-url.ts'
import type { AppExit } from './in-app/app-exit.ts'
import { limitsOf, type LimitRow, type Limits } from './limits.ts'
import { locationOf, type Location } from './location.ts'
import { linkRulesOf, type LinkRules, type Way } from './rules/link-rules.ts'
import { withAmazonTag } from './sub-ids/networks.ts'
import { subIdLocation } from './sub-ids/sub-id-location.ts'
import { BLOCKED, ENDED, GONE, redirectTo, type Page } from './pages.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Everything needed to answer a click, ready to send. */
export type Target = Way & {
  /** Found by a former code. Not cached, because edits only announce the current code. */
  isByFormerCode: boolean
  /** Time from which `after` is answered and no click is counted. Infinity for most links. */
  endsAt: number
  /** Start, click limit and password; null for most links. */
  limits: Limits | null
  /** Response once the link has ended. */
  after: Page
  /** Rules that choose another way for some visitors; null for most links. */
  rules: LinkRules | null
  /** Set if visitors inside apps are led to their browser; null for most links. */
  exit: AppExit | null
  /** Destination once the link has ended; null if it has no fallback URL. */
  afterwards: Step | null
}

type Row = LimitRow & {
  key: string
  /** Null if the code belonged to a link whose owner's account was deleted. */
  id: string | null
  user_id: string
  url: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
  in_network: boolean
  brand_id: string | null
  click_param: string | null
  /** Milliseconds since 1970, like `Date.now()`. */
  ends_at: number | null
  fallback_url: string
  pass_query: boolean
  rules: Rule[] | null
  time_zone: string | null
  open_in_browser: boolean
  kept_in_app: string[]
  is_blocked: boolean
  /** Whether the owner wants sub-ids on redirects to affiliate networks. */
  add_sub_ids: boolean
  amazon_tag: string
  is_former: boolean
}

/**
 * Returns the targets of all these link keys that have one. A renamed link is also found by its
 * former codes. The lateral join uses the index for every code, whatever their number.
 */
export async function readTargets(
  { sql, db }: Pick<Database, 'sql' | 'db'>,
  keys: string[],
  config: Config,
): Promise<Map<string, Target>> {
  const parts = keys.map(partsOfKey)
  const domains = parts.map(({ domainId }) => domainId)
  const codes = parts.map(({ code }) => code)
  const lower = codes.map((code) => code.toLowerCase())
  const exact = parts.map(({ isExact }) => isExact)
  const rows = await sql<Row[]>`
    select asked.key, links.id, links.user_id, url,
      utm_source, utm_medium, utm_campaign, utm_term, utm_content,
      treat_as_in_network as in_network, brands.id as brand_id, click_param, is_former,
      (extract(epoch from expires_at) * 1000)::float8 as ends_at, (extract(epoch from starts_at) * 1000)::float8 as starts_at,
      max_clicks, link_passwords.password_hash, fallback_url, pass_query, rules, users.time_zone,
      coalesce(links.open_in_browser, users.open_in_browser, false) as open_in_browser, kept_in_app, blocked_at is not null as is_blocked,
      coalesce(add_sub_ids, false) as add_sub_ids, coalesce(amazon_tag, '') as amazon_tag
    from unnest(${keys}::text[], ${domains}::int[], ${codes}::text[], ${lower}::text[], ${exact}::boolean[])
      as asked (key, domain_id, code, lower, exact)
    cross join lateral (
      select id, asked.domain_id, false as is_former, 1 as place from links
      where links.domain_id = asked.domain_id and lower(short_code) = lower(asked.code)
        and exact_code = asked.exact and (not exact_code or short_code = asked.code)
      union all
      select link_id, asked.domain_id, true, 2 from former_codes
      where former_codes.domain_id = asked.domain_id and former_codes.code = asked.lower
        and former_codes.exact_code = case when asked.exact then asked.code else '' end
      order by place limit 1
    ) found
    left join links on links.id = found.id left join brands on brands.id = brand_id and brands.archived_at is null
    left join link_passwords on link_passwords.link_id = links.id
    left join network_settings on network_settings.user_id = links.user_id
    left join users on users.id = links.user_id`
  const stores = await brandsOfRules(db, rows)
  return new Map(rows.flatMap((row) => toEntry(row, config, stores)))
}

type BrandsByUrl = ReadonlyMap<string, FoundBrand>

/** Returns the brands of the rules' targets. Without rules, nothing is read. */
async function brandsOfRules(db: Db, rows: Row[]): Promise<BrandsByUrl> {
  const urls = rows
    .filter((row) => row.in_network)
    .flatMap(({ rules }) => rules ?? [])
    .flatMap(({ target_url }) => target_url ?? [])
  return urls.length > 0 ? findBrands(db, urls) : NO_BRANDS
}
const NO_BRANDS: BrandsByUrl = new Map()

function toEntry(row: Row, config: Config, stores: BrandsByUrl): [key: string, target: Target][] {
  const target = toTarget(row, config, stores)
  return target ? [[row.key, target]] : []
}

/** Target of links whose owner was deleted. It can be cached, because no edit restores them. */
const GONE_TARGET: Target = {
  hasClickId: false,
  headers: [],
  headersWith: null,
  link: { linkId: '', userId: '', brandId: null },
  isByFormerCode: false,
  endsAt: -Infinity,
  limits: null,
  after: GONE,
  rules: null,
  exit: null,
  to: { url: '', host: '' },
  afterwards: null,
}

function toTarget(row: Row, config: Config, stores: BrandsByUrl): Target | null {
  const { id } = row
  if (id === null) return GONE_TARGET
  const known = { ...row, id }
  const brand = row.brand_id === null ? null : { id: row.brand_id, clickParam: row.click_param }
  const way = wayOf(known, row.url, brand, config)
  if (!way) return null
  const rules = row.rules
    ? linkRulesOf(row.rules, row.time_zone ?? 'UTC', (url) =>
        wayOf(known, url, stores.get(url) ?? null, config),
      )
    : null
  return { ...way, ...endOf(row, config), rules, exit: exitOf(row), isByFormerCode: row.is_former }
}

const exitOf = ({ open_in_browser, kept_in_app, password_hash }: Row): AppExit | null =>
  open_in_browser ? { kept: kept_in_app, lock: password_hash ?? '' } : null

/** Brand of a target with the parameter in which it receives click ids. */
type TargetBrand = { id: string; clickParam: string | null }

/** Returns the way to a target with the link's utm values; null if it cannot be sent. */
function wayOf(
  row: Row & { id: string },
  target: string,
  brand: TargetBrand | null,
  config: Config,
): Way | null {
  const url = targetUrl({
    url: target,
    utmSource: row.utm_source,
    utmMedium: row.utm_medium,
    utmCampaign: row.utm_campaign,
    utmTerm: row.utm_term,
    utmContent: row.utm_content,
  })
  if (isLoop(url, config)) return null
  const brandId = row.in_network && brand ? sharedBrandId(brand.id) : null
  const parameter = brandId === null ? null : (brand?.clickParam ?? null)
  const location =
    networkLocation(row, url, parameter) ?? locationOf(url, parameter, row.pass_query)
  if (!location) return null
  const link = { linkId: row.id, userId: row.user_id, brandId }
  return { ...location, to: stepTo(url), link, ...partsOf(row.key) }
}

/** Returns the number of parts of a code with slashes, without `s`, which is also a folder. */
function partsOf(key: string): Pick<Way, 'codeParts'> {
  const { code } = partsOfKey(key)
  return code.includes('/') ? { codeParts: code.replace(/^s\//, '').split('/').length } : {}
}

/**
 * Returns the headers for a target in an affiliate network, if the owner wants sub-ids; otherwise
 * null. Click ids of brands have priority.
 */
function networkLocation(
  row: Row & { id: string },
  url: string,
  parameter: string | null,
): Location | null {
  if (!row.add_sub_ids || parameter !== null) return null
  const tagged = withAmazonTag(url, row.amazon_tag)
  return tagged === url ? subIdLocation(url, row) : locationOf(tagged, null, row.pass_query)
}

/**
 * Returns one shared copy of each brand id. There are few brands and many links, which saves memory
 * in the cache.
 */
function sharedBrandId(id: string): string {
  const known = brandIds.get(id)
  if (known === undefined) brandIds.set(id, id)
  return known ?? id
}
const brandIds = new Map<string, string>()

/** Returns when and how the link ends. A blocked link has always ended, whatever its owner set. */
function endOf(
  row: Row,
  config: Config,
): Pick<Target, 'endsAt' | 'limits' | 'after' | 'afterwards'> {
  if (row.is_blocked) return { endsAt: -Infinity, limits: null, after: BLOCKED, afterwards: null }
  const endsAt = row.ends_at ?? Infinity
  const fallback = isLoop(row.fallback_url, config) ? null : redirectTo(row.fallback_url)
  const afterwards = fallback && stepTo(row.fallback_url)
  const limits = limitsOf(row, fallback)
  return { endsAt, limits, after: fallback ?? ENDED, afterwards }
}

/**
 * Returns whether the URL is a short link of this installation, which would cause a redirect loop.
 * Such targets are no longer accepted, but older ones may still be stored.
 */
const isLoop = (url: string, config: Config) =>
  canParseUrl(url) && isShortUrl(new URL(url), config, [])
