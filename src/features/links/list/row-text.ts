import type { ShortLink } from '#contract/links.ts'
import type { SavedRows } from '#live/start/read-saved.ts'
import { shortParts, titleOf } from '../short-parts.ts'

/** Rows that are drawn as text at a start: more than a phone shows at once. */
export const TEXT_ROWS = 14

/** What such a row says; no money, which a copy never knows. */
export function rowText(link: ShortLink): SavedRows['rows'][number] {
  const { lifetime_clicks: clicks, created_at } = link
  return { title: titleOf(link), ...shortParts(link), clicks, created_at }
}
