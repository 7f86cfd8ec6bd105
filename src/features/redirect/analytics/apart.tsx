import { count } from '#app/formats.ts'
import type { AnalyticsTotals } from '#contract/analytics.ts'
import { definitionsPath } from '#paths.ts'
import css from './analytics.module.css'
import { CLICK_WORDS } from './click-words.ts'

/** Lists the clicks that were not counted, such as bots and repeats. */
export function Apart({ totals: { apart } }: { totals: AnalyticsTotals }) {
  const { bots, previews, duplicates, own } = apart
  const parts = [
    some(bots, 'bot', 'bots'),
    some(previews, 'link preview', 'link previews'),
    some(duplicates, 'repeat within 10 seconds', 'repeats within 10 seconds'),
    some(own, 'click of your own', 'clicks of your own'),
  ].filter((part) => part !== null)
  return (
    <p className={css.note}>
      <span>{`${CLICK_WORDS.clicks} ${CLICK_WORDS.people} ${parts.length > 0 ? `Not counted: ${parts.join(', ')}. ` : ''}`}</span>
      <a href={definitionsPath}>What is counted</a>
    </p>
  )
}

const some = (value: number, one: string, many: string) =>
  value === 0 ? null : `${count(value)} ${value === 1 ? one : many}`
