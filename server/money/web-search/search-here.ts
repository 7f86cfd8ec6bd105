import { sql } from 'drizzle-orm'
import type { WebResult } from '#contract/partners/brands.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, links, stores, trendingProducts } from '../../platform/db/schema.ts'
import { foldSql } from '../../platform/db/text-search.ts'
import { containsWords, pictureUrl, searchStore } from '../../links/brands/organizations.ts'
import { searchText } from '../../links/search-text.ts'

type Row = {
  title: string
  url: string
  snippet: string
  image_key: string | null
  domain: string
  in_network: boolean
  total: string
}
type SearchQuery = { q: string; page: number; page_size: number }

/**
 * Returns results from our own data: shops of the network, trending products and the user's links,
 * each URL once.
 */
export async function searchHere(
  db: DbOrTx,
  userId: string,
  { q, page, page_size }: SearchQuery,
): Promise<{ results: Omit<WebResult, 'commission_percentage'>[]; count: number }> {
  const rows = await db.execute<Row>(sql`
    with found as (
      select 1 as place, ${brands.name} as title,
        'https://' || ${stores.host} || ${stores.path} as url, ${brands.text} as snippet,
        ${brands.logoKey} as image_key, ${stores.host} as domain, true as in_network
      from ${stores} join ${brands} on ${brands.id} = ${stores.brandId}
      where ${brands.archivedAt} is null
        and ${containsWords(searchStore, q) ?? sql`true`}
      union all
      select 2, coalesce(nullif(${trendingProducts.name}, ''), ${trendingProducts.host}),
        ${trendingProducts.url}, '', ${trendingProducts.imageKey}, ${trendingProducts.host},
        ${trendingProducts.brandId} is not null
      from ${trendingProducts}
      where ${containsWords(foldSql(sql`(${trendingProducts.name} || ' ' || ${trendingProducts.url})`), q) ?? sql`true`}
      union all
      select 3, ${links.name}, ${links.url}, '', ${links.imageKey}, ${links.host},
        ${links.brandId} is not null
      from ${links}
      where ${links.userId} = ${userId} and ${links.blockedAt} is null
        and ${containsWords(searchText, q) ?? sql`true`}
    ), once as (
      select distinct on (rtrim(url, '/')) * from found order by rtrim(url, '/'), place
    )
    select *, count(*) over ()::text as total from once
    order by place, lower(title), url limit ${page_size} offset ${(page - 1) * page_size}`)
  return {
    results: rows.map(({ image_key, title, url, snippet, domain, in_network }) => ({
      title,
      url,
      snippet,
      image_url: pictureUrl(image_key),
      domain,
      in_network,
    })),
    count: Number(rows[0]?.total ?? 0),
  }
}
