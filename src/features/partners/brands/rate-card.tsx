import type { Organization } from '#contract/partners/brands.ts'
import { count, percent } from '#app/formats.ts'
import css from './rate-card.module.css'
import { nextRateText, rateText } from './terms-text.ts'

type RateCardProps = { brand: Organization; now: number }

/** Shows the commission in large type. The only tinted box of the screen. */
export function RateCard({ brand: { commission_percentage, terms }, now }: RateCardProps) {
  const next = nextRateText(commission_percentage, terms, now)
  return (
    <section className={css.card} aria-label="Your split">
      <b className={css.percent}>
        <span>{count(commission_percentage)}</span>
        <small>%</small>
      </b>
      <div className={css.words}>
        <h2 className={css.name}>
          {`Your split: ${percent(commission_percentage)} of ${terms.base}`}
        </h2>
        <p className={`${css.text} hint`}>{rateText(commission_percentage, terms)}</p>
        {next && <p className={`${css.next} hint`}>{next}</p>}
      </div>
    </section>
  )
}
