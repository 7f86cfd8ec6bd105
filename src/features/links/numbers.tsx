import { count, money } from '#app/formats.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { mayUse } from '#live/signed-in.ts'
import { cx } from '#ui/styles/class-names.ts'
import { clicksText } from './clicks-text.ts'
import css from './numbers.module.css'

/**
 * Returns for example "412 clicks and 3 of your own". Own clicks are not part of the first number.
 */
export const clicksWithOwn = ({ lifetime_clicks, own_clicks = 0 }: ShortLink) =>
  own_clicks === 0 || !mayUse('analytics')
    ? clicksText(lifetime_clicks)
    : `${clicksText(lifetime_clicks)} and ${count(own_clicks)} of your own`

export const linksText = (links: number) => `${count(links)} ${links === 1 ? 'link' : 'links'}`

/**
 * Returns the income of a link as text, for example "$86.20 earned, $7.00 elsewhere". Empty if it
 * earned nothing.
 */
export function earnedText({ lifetime_commissions, earned_elsewhere = 0 }: ShortLink): string {
  const earned = lifetime_commissions === 0 ? '' : `${money(lifetime_commissions)} earned`
  if (earned_elsewhere === 0) return earned
  return earned === ''
    ? `${money(earned_elsewhere)} earned elsewhere`
    : `${earned}, ${money(earned_elsewhere)} elsewhere`
}

/** Shows the income of a link from affiliate networks. It is not part of the balance, so not green. */
export const Elsewhere = ({ link: { earned_elsewhere = 0 } }: { link: ShortLink }) => (
  <span className={cx('num', css.elsewhere)}>
    <span translate="no">{money(earned_elsewhere)}</span>
    {' elsewhere'}
  </span>
)

/** Replaces a number that a member of the account may not see. */
export const Hidden = () => (
  <>
    <span aria-hidden>–</span>
    <span className="vh">Not part of your access</span>
  </>
)

/** Shows an amount: green if it is current, without colour if it comes from a saved copy. */
export function Earned({ amount, live }: { amount: number; live: boolean }) {
  if (!mayUse('money')) return <Hidden />
  const tone = amount === 0 ? css.nothing : live ? css.live : css.saved
  return (
    <span className={cx('num', css.earned, tone)} translate="no">
      {money(amount)}
    </span>
  )
}
