import type { ShortLink } from '#contract/links.ts'
import { earlyAnswer } from '#http/early-ask.ts'
import type { SavedRows } from '#live/start/read-saved.ts'
import { from } from '#ui/breakpoints.ts'
import { rowText, TEXT_ROWS } from './row-text.ts'
import { thisWindow } from './whole-list.ts'

/** Where the list begins on phones whose text has its usual size; elsewhere that is not known ahead. */
const USUAL = { top: 204, text: '16px' }

/**
 * On a device without a copy: the links that were asked for at the very start, to be drawn before the
 * code that reads and keeps them has come. Null where there is no answer, none that can be read, or no
 * knowing where rows will stand.
 */
export async function earlySaved(token: string): Promise<SavedRows | null> {
  const answer = await earlyAnswer(token)
  const window = thisWindow()
  if (!answer?.ok || matchMedia(from('desk')).matches || !window.endsWith(` ${USUAL.text}`))
    return null
  const { results } = (await answer.json()) as { results: ShortLink[] }
  const rows = results.slice(0, TEXT_ROWS).map(rowText)
  return rows.length === 0 ? null : { window, top: USUAL.top, rows }
}
