import { count, money } from '#app/formats.ts'
import type { ShortLink } from '#contract/links.ts'
import { cx } from '#ui/class-names.ts'
import { clicksText } from './clicks-text.ts'
import css from './numbers.module.css'

/** "412 clicks and 3 of your own"; their own are no part of the number. */
export const clicksWithOwn = ({ lifetime_clicks, own_clicks = 0 }: ShortLink) =>
  own_clicks === 0
    ? clicksText(lifetime_clicks)
    : `${clicksText(lifetime_clicks)} and ${count(own_clicks)} of your own`

export const linksText = (links: number) => `${count(links)} ${links === 1 ? 'link' : 'links'}`

/** Green is for money that is live; a saved copy keeps the amount and loses the colour. */
export function Earned({ amount, live }: { amount: number; live: boolean }) {
  const tone = amount === 0 ? css.nothing : live ? css.live : css.saved
  return (
    <span className={cx('num', css.earned, tone)} translate="no">
      {money(amount)}
    </span>
  )
}
