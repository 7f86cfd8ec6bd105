import { count, money } from '#app/formats.ts'
import { cx } from '#ui/class-names.ts'
import css from './numbers.module.css'

/** "412 clicks", "1 click". */
export const clicksText = (clicks: number) =>
  `${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`

export const linksText = (links: number) => `${count(links)} ${links === 1 ? 'link' : 'links'}`

/** Green is for money that is live; a saved copy keeps the amount and loses the colour. */
export function Earned({ amount, live }: { amount: number; live: boolean }) {
  const tone = amount === 0 ? css.nothing : live ? css.live : css.saved
  return <span className={cx('num', css.earned, tone)}>{money(amount)}</span>
}
