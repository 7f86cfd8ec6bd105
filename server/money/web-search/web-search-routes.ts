import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { WebSearchQuery, type WebResult, type WebSearch } from '#contract/partners/brands.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { findBrands } from '../../links/brands/find-brands.ts'
import type { SearchSettings } from '../../platform/config/config-providers.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { UserEnv } from '../../env.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { query } from '../../platform/http/validate.ts'
import { PER_PAGE, searchWeb, sourceOf } from './search-engine.ts'
import { searchHere } from './search-here.ts'

const Wish = v.object({
  ...WebSearchQuery,
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})
type Wish = v.InferOutput<typeof Wish>

/** Routes of /v2/my/websearch. `source` in the response says whether the web was searched. */
export const webSearch = new Hono<UserEnv>().get(
  '/search',
  signedIn,
  limitSearches,
  query(Wish),
  async (c) => {
    const engine = c.var.deps.config.searchEngine
    const wish = c.req.valid('query')
    return c.json(await (engine ? searchWithEngine(c, wish, engine) : searchLocally(c, wish)))
  },
)

async function searchLocally(c: Context<UserEnv>, wish: Wish): Promise<WebSearch> {
  const { db } = c.var.deps
  const { results, count } = await searchHere(db, c.var.user.id, wish)
  const next = nextPage(c, wish, count)
  return { results: await withRates(db, results), next, count, source: 'local', engine: '' }
}

/** Searches the web. The engine has its own page size and does not return a total count. */
async function searchWithEngine(
  c: Context<UserEnv>,
  { q, page }: Wish,
  engine: SearchSettings,
): Promise<WebSearch> {
  const { deps } = c.var
  const { pages, hasMore } = await searchWeb(deps, engine, { q, page })
  const results = await withRates(
    deps.db,
    pages.map((found) => ({ ...found, image_url: null, in_network: null })),
  )
  const next = nextPage(c, { page, page_size: PER_PAGE }, hasMore ? Infinity : 0)
  const { host } = new URL(engine.url)
  return { results, next, count: results.length, source: sourceOf(engine), engine: host }
}

/** Null if it is not known yet whether the shop is in the network. */
type Found = Omit<WebResult, 'in_network' | 'commission_percentage'> & {
  in_network: boolean | null
}

/** Adds the commission percentages of the shops, with one query for all results. */
async function withRates(db: DbOrTx, found: Found[]): Promise<WebResult[]> {
  const brands = await findBrands(
    db,
    found.filter((one) => one.in_network !== false).map(({ url }) => url),
  )
  return found.map((one) => {
    const brand = brands.get(one.url)
    const commission_percentage = brand ? brand.commissionBasisPoints / 100 : null
    return { ...one, in_network: one.in_network ?? brand !== undefined, commission_percentage }
  })
}
