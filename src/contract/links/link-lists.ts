import * as v from 'valibot'
import { address, list, page, result, text, token, Uuid } from '../common.ts'
import {
  MAX_FILTER_COLLECTIONS,
  MAX_LINK_PAGE_SIZE,
  MAX_PAGE,
  MAX_TAGS,
  PAGE_SIZE,
} from '../limits.ts'
import { LinkOrder } from '../search/link-order.ts'
import { ShortLink } from './short-link.ts'

/** Body of POST links/search/ (A-025). `since` is the cursor of an earlier answer. */
export const LinkSearch = v.object({
  q: v.optional(text(200), ''),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 1),
  page_size: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINK_PAGE_SIZE)),
    PAGE_SIZE,
  ),
  tags: v.optional(list(text(50), MAX_TAGS), []),
  regular_collection_names: v.optional(list(text(120), MAX_FILTER_COLLECTIONS), []),
  domain: v.optional(address(255), ''),
  ordering: v.optional(LinkOrder, '-created'),
  since: v.optional(token(200)),
})
export type LinkSearch = v.InferInput<typeof LinkSearch>

/** Page of links, newest first. `cursor` is the start for later requests of changes. */
export const LinkPage = v.object({ ...page(ShortLink).entries, cursor: v.string() })
export type LinkPage = v.InferOutput<typeof LinkPage>

/**
 * Changes since a cursor. `removed` holds ids that left this list: hidden, shown again in the other
 * list, or deleted. `has_more`: request again with the new cursor. `complete: false`: the cursor is
 * too old or unknown, so load the whole list again.
 */
export const LinkDelta = v.object({
  results: v.array(ShortLink),
  removed: v.array(Uuid),
  cursor: v.string(),
  has_more: v.boolean(),
  complete: v.boolean(),
})
export type LinkDelta = v.InferOutput<typeof LinkDelta>

export const NextShortCode = result(v.object({ short_code: v.string() }))

export const TagSuggestions = v.object({
  results: v.array(v.object({ name: v.string() })),
  next: v.nullable(v.string()),
})
