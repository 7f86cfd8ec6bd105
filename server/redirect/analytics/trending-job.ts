import { withoutFinalDot } from '#contract/text/hosts.ts'
import { sql } from 'drizzle-orm'
import { KIND } from '../clicks/kinds.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { brandStandings, trendingProducts } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { findBrands } from '../../links/brands/find-brands.ts'
import { samePersonGroups } from '../../links/brands/same-person.ts'
import { productAddress } from '../../links/brands/product-address.ts'

export const TRENDING_DAYS = 7
/** Minimum number of creators before a product is listed. Below it, links stay private. */
export const MIN_CREATORS = 3
/** Maximum number of products in the list. */
const MAX_PRODUCTS = 500
const MAX_LINKS = 200_000

/** Updates brand rankings and trending products. Runs every 15 minutes. */
export const trending: JobHandler<'trending'> = async ({ db }) => {
  await db.transaction(countBrands)
  await countProducts(db)
}

const people = sql.raw(`${KIND.human}, ${KIND.unique}`)
/** Click ids begin with their time, so the index on ids finds the latest. */
const recent = sql`click_events.kind in (${people})
  and click_events.id >= (lpad(to_hex((extract(epoch from now() - make_interval(days => ${TRENDING_DAYS})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

async function countBrands(tx: Tx): Promise<void> {
  await tx.delete(brandStandings)
  await tx.execute(sql`
    insert into brand_standings (brand_id, visitors, commission_cents)
    select brands.id, coalesce(seen.visitors, 0), coalesce(earned.cents, 0)
    from brands
    left join (
      select brand_id, count(distinct visitor)::int as visitors from click_events
      where brand_id is not null and ${recent} group by brand_id
    ) seen on seen.brand_id = brands.id
    left join (
      select brand_id, sum(posted_cents)::bigint as cents from conversions
      where brand_id is not null and state in ('approved', 'available') group by brand_id
    ) earned on earned.brand_id = brands.id`)
}

type ClickedRow = {
  id: string
  user_id: string
  url: string
  name: string
  image_key: string | null
}

/**
 * Returns links that visitors clicked recently. Their creators have a confirmed email address and
 * have been members for at least `TRENDING_DAYS` days. Names and images set by a creator are
 * private, so only the data of the linked page is used.
 */
const clickedLinks = (db: Db) =>
  db.execute<ClickedRow>(sql`
    select links.id, links.user_id, links.url,
      case when links.name_chosen or links.meta_progress < 100 or links.meta_error is not null
        then '' else links.name end as name,
      links.image_key
    from links join users on users.id = links.user_id
    where links.id in (select distinct link_id from click_events where ${recent})
      and not links.is_hidden and links.blocked_at is null
      and (links.expires_at is null or links.expires_at > now())
      and users.email_confirmed_at is not null
      and users.created_at <= now() - make_interval(days => ${TRENDING_DAYS})
    order by links.created_at, links.id
    limit ${MAX_LINKS}`)

type Product = {
  creators: Set<string>
  links: string[]
  origins: string[]
  rest: string
  name: string
  imageKey: string | null
}

/**
 * Groups links by product page. Drops pages that too few creators link to. Accounts that seem to
 * belong to one person count as one creator.
 */
function sharedProducts(clicked: Iterable<ClickedRow>, personIds: Map<string, string>): Product[] {
  const products = new Map<string, Product>()
  for (const link of clicked) {
    const address = productAddress(link.url)
    if (!address) continue
    const product = products.get(address.key) ?? newProduct(address.rest)
    product.creators.add(personIds.get(link.user_id) ?? link.user_id)
    product.links.push(link.id)
    product.origins.push(address.origin)
    product.name ||= link.name
    product.imageKey ??= link.image_key
    products.set(address.key, product)
  }
  return [...products.values()].filter(({ creators }) => creators.size >= MIN_CREATORS)
}

const newProduct = (rest: string): Product => ({
  creators: new Set(),
  links: [],
  origins: [],
  rest,
  name: '',
  imageKey: null,
})

/** Returns the most common spelling of the host. */
function mostCommon(origins: string[]): string {
  const counts = new Map<string, number>()
  for (const origin of origins) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? 1 : -1))[0]?.[0] ?? ''
}

async function countProducts(db: Db): Promise<void> {
  const clicked = await clickedLinks(db)
  const creators = [...new Set(clicked.map(({ user_id }) => user_id))]
  const shared = sharedProducts(clicked, await samePersonGroups(db, creators))
  const visitors = await visitorsOf(db, shared)
  const shown = shared
    .map(({ origins, rest, name, imageKey }, index) => {
      const url = mostCommon(origins) + rest
      const host = withoutFinalDot(new URL(url).hostname).replace(/^www\./, '')
      return { url, host, name, imageKey, visitors: visitors.get(index) ?? 0 }
    })
    .toSorted((a, b) => b.visitors - a.visitors)
    .slice(0, MAX_PRODUCTS)
  const brands = await findBrands(
    db,
    shown.map(({ url }) => url),
  )
  await db.transaction(async (tx) => {
    await tx.delete(trendingProducts)
    const rows = shown.map((one) => ({ ...one, brandId: brands.get(one.url)?.id ?? null }))
    if (rows.length > 0) await tx.insert(trendingProducts).values(rows)
  })
}

/** Returns the number of different visitors per page, across all its links and days. */
async function visitorsOf(db: Db, products: Product[]): Promise<Map<number, number>> {
  const pairs = products.flatMap(({ links }, page) => links.map((id) => ({ id, page })))
  if (pairs.length === 0) return new Map()
  const rows = await db.execute<{ page: number; visitors: number }>(sql`
    select page, count(distinct visitor)::int as visitors
    from json_to_recordset(${JSON.stringify(pairs)}::json) as named (id uuid, page int)
    join click_events on click_events.link_id = named.id and ${recent}
    group by page`)
  return new Map(rows.map(({ page, visitors }) => [page, visitors]))
}
