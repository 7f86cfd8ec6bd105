import type { ShortLink } from '#contract/links/short-link.ts'
import { cloneEarlyAnswer } from '#http/early-request.ts'
import type { SavedRows } from '#live/start/read-saved.ts'
import { minWidthQuery } from '#ui/styles/breakpoints.ts'
import { rowText, TEXT_ROWS } from '../row/row-text.ts'
import { thisWindow } from './whole-list.ts'

/**
 * Position of the list on phones with the default text size. For other sizes it is not known in
 * advance.
 */
const DEFAULT_LAYOUT = { top: 204, text: '16px' }

/**
 * Returns links from the request sent at the very start, on a device without a local copy, so that
 * they can be drawn before the main code is loaded. Returns null if there is no usable response or
 * the position of the rows is unknown.
 */
export async function earlySaved(token: string): Promise<SavedRows | null> {
  const answer = await cloneEarlyAnswer(token)
  const window = thisWindow()
  if (
    !answer?.ok ||
    matchMedia(minWidthQuery('desk')).matches ||
    !window.endsWith(` ${DEFAULT_LAYOUT.text}`)
  )
    return null
  const { results } = (await answer.json()) as { results: ShortLink[] }
  const rows = results.slice(0, TEXT_ROWS).map(rowText)
  return rows.length === 0 ? null : { window, top: DEFAULT_LAYOUT.top, rows }
}
