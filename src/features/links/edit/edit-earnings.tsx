import { money, percent } from '#app/formats.ts'
import type { ShortLink } from '#contract/links.ts'
import { SplitBar } from '#ui/split-bar.tsx'
import css from './edit-view.module.css'
import { clicksWithOwn } from '../numbers.tsx'

/**
 * Shows the commission rate of the shop and what the link earned; nothing for shops outside the
 * network.
 */
export function EditEarnings({ link }: { link: ShortLink }) {
  const { commission_percentage: rate, domain } = link
  if (rate === null) return null
  const shop = domain.replace(/^www\./, '')
  return (
    <div className={css.earnings}>
      <b>{rate > 0 ? `You earn ${percent(rate)} at ${shop}` : `${shop} pays no commission`}</b>
      <div className={`${css.sums} hint`}>
        {`${clicksWithOwn(link)}, ${money(link.lifetime_revenue)} sold, ${money(link.lifetime_commissions)} earned`}
      </div>
      {rate > 0 && (
        <SplitBar
          label={`${percent(rate)} of each sale is yours`}
          parts={[{ share: Math.min(1, rate / 100), tone: 'money' }]}
          height={8}
        />
      )}
    </div>
  )
}
