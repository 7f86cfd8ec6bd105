import { count, money } from '#app/formats.ts'
import type { ShortLink } from '#contract/links.ts'
import { cx } from '#ui/class-names.ts'
import { clicksText } from './clicks-text.ts'
import css from './numbers.module.css'

/**
 * Returns for example "412 clicks and 3 of your own". Own clicks are not part of the first number.
 */
export const clicksWithOwn = ({ lifetime_clicks, own_clicks = 0 }: ShortLink) =>
  own_clicks === 0
    ? clicksText(lifetime_clicks)
    : `${clicksText(lifetime_clicks)} and ${count(own_clicks)} of your own`

export const linksText = (links: number) => `${count(links)} ${links === 1 ? 'link' : 'links'}`

/** Shows an amount: green if it is current, without colour if it comes from a saved copy. */
export function Earned({ amount, live }: { amount: number; live: boolean }) {
  const tone = amount === 0 ? css.nothing : live ? css.live : css.saved
  return (
    <span className={cx('num', css.earned, tone)} translate="no">
      {money(amount)}
    </span>
  )
}
