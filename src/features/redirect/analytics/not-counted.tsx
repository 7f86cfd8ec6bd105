import { count } from '#app/formats.ts'
import type { Analytics } from '#contract/analytics.ts'
import { definitionsPath } from '#paths.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import css from './analytics.module.css'
import { CLICK_TEXTS } from './click-words.ts'

/** Lists the clicks that were not counted, such as bots and repeats. */
export function NotCounted({ value: { totals, before_split } }: { value: Analytics }) {
  const { bots, previews, duplicates, own } = totals.apart
  const parts = [
    countText(bots, 'bot', 'bots'),
    countText(previews, 'link preview', 'link previews'),
    countText(duplicates, 'repeat within 10 seconds', 'repeats within 10 seconds'),
    countText(own, 'click of your own', 'clicks of your own'),
  ].filter((part) => part !== null)
  return (
    <>
      {before_split > 0 && (
        <p className={`${css.note} hint`}>
          {`${countText(before_split, 'visit', 'visits')} before ${APP_NAME}, as imported. Not part of any other number.`}
        </p>
      )}
      <p className={`${css.note} hint`}>
        <span>{`${CLICK_TEXTS.clicks} ${CLICK_TEXTS.people} ${parts.length > 0 ? `Not counted: ${parts.join(', ')}. ` : ''}`}</span>
        <a href={definitionsPath}>What is counted</a>
      </p>
    </>
  )
}

const countText = (value: number, one: string, many: string) =>
  value === 0 ? null : `${count(value)} ${value === 1 ? one : many}`
