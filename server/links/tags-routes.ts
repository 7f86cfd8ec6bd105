import { Hono } from 'hono'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import type { TagSuggestions } from '#contract/links/link-lists.ts'
import { suggestTags } from './link-tags.ts'
import type { UserEnv } from '../env.ts'
import { signedIn } from '../people/accounts/signed-in.ts'
import { query } from '../platform/http/validate.ts'
import { pageNumber, pageSize } from '../platform/http/paging.ts'

const TagQuery = v.object({
  q: v.optional(text(200), ''),
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Returns the routes of the user's tags, for suggestions and for the filter of analytics. */
export const tags = (path: string) =>
  new Hono<UserEnv>().get('/', signedIn, query(TagQuery), async (c) => {
    const { q, page, page_size } = c.req.valid('query')
    const offset = (page - 1) * page_size
    const found = await suggestTags(c.var.deps.db, c.var.user.id, { q, limit: page_size, offset })
    const more = new URLSearchParams({ q, page: String(page + 1), page_size: String(page_size) })
    return c.json<v.InferOutput<typeof TagSuggestions>>({
      results: found.slice(0, page_size),
      next: found.length > page_size ? `${path}?${more.toString()}` : null,
    })
  })
