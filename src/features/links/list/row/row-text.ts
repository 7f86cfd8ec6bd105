import type { ShortLink } from '#contract/links/short-link.ts'
import type { SavedRows } from '#live/start/read-saved.ts'
import { shortParts, titleOf } from '../../short-parts.ts'

/** Number of rows drawn as text at the start, more than a phone screen shows. */
export const TEXT_ROWS = 14

/** Returns the text of such a row, without amounts, because a saved copy may be outdated. */
export function rowText(link: ShortLink): SavedRows['rows'][number] {
  const { lifetime_clicks: clicks, created_at } = link
  return { title: titleOf(link), ...shortParts(link), clicks, created_at }
}
