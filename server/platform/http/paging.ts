import type { Context } from 'hono'
import * as v from 'valibot'
import { token } from '#contract/common.ts'
import { MAX_PAGE } from '#contract/limits.ts'

/** Query parameter `page`. */
export const pageNumber = v.pipe(
  token(20),
  v.toNumber(),
  v.integer(),
  v.minValue(1),
  v.maxValue(MAX_PAGE),
)
export const pageSize = (max: number) =>
  v.pipe(token(20), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(max))

/** Returns the URL of the next page; null after the last. */
export function nextPage(
  c: Context,
  { page, page_size }: { page: number; page_size: number },
  count: number,
): string | null {
  if (count <= page * page_size) return null
  const query = new URLSearchParams(c.req.query())
  query.set('page', String(page + 1))
  query.set('page_size', String(page_size))
  return `${c.req.path.replace(/\/?$/, '/')}?${query.toString()}`
}
