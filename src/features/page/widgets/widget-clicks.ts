import { count } from '#app/formats.ts'
import type { Widget } from '#contract/page/widgets.ts'

/**
 * Returns the clicks of the last 30 days as text; null if an older saved copy lacks the numbers.
 */
export function clicksText({ clicks, clicks_30_days: recent }: Widget): string | null {
  if (clicks === undefined || recent === undefined) return null
  if (clicks === 0) return 'No clicks yet'
  return `${clicksOf(recent)} in 30 days`
}

/** Returns the clicks of the last 30 days and in all. */
export function allClicksText(widget: Widget): string | null {
  const text = clicksText(widget)
  return widget.clicks ? `${text}, ${count(widget.clicks)} in all` : text
}

const clicksOf = (clicks: number) => (clicks === 1 ? '1 click' : `${count(clicks)} clicks`)
