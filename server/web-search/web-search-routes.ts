import { Hono } from 'hono'
import * as v from 'valibot'
import { WebSearchQuery, type WebSearch } from '#contract/brands.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { signedIn } from '../accounts/signed-in.ts'
import type { UserEnv } from '../env.ts'
import { limitSearches } from '../http/limit-searches.ts'
import { nextPage, pageNumber, pageSize } from '../http/paging.ts'
import { query } from '../http/validate.ts'
import { searchHere } from './search-here.ts'

const Wish = v.object({
  ...WebSearchQuery,
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Mounted at /v2/my/websearch. No search of the web is set up: the answer says so (D-56). */
export const webSearch = new Hono<UserEnv>().get(
  '/search',
  signedIn,
  limitSearches,
  query(Wish),
  async (c) => {
    const wish = c.req.valid('query')
    const { results, count } = await searchHere(c.var.deps.db, c.var.user.id, wish)
    const next = nextPage(c, wish, count)
    return c.json({ results, next, count, source: 'local', engine: '' } satisfies WebSearch)
  },
)
