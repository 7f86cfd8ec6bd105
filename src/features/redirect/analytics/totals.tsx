import { withoutRateText } from '#app/amount-text.ts'
import { count, money, percent } from '#app/formats.ts'
import type { Analytics } from '#contract/analytics.ts'
import { cx } from '#ui/styles/class-names.ts'
import css from './analytics.module.css'
import { comparison } from './comparison.ts'

type Numbers = { value: Analytics }

/**
 * Shows earnings and clicks of the range, compared with the same number of days before. `age` is
 * set if the numbers are a saved copy.
 */
export function Totals({ value, age }: Numbers & { age: string | null }) {
  const { totals, before, period } = value
  const { clicks, commissions } = totals
  const compare = (now: number, then: number) => comparison(now, then, period.days)
  return (
    <dl className={css.halves}>
      <div>
        <dt>
          <i className={css.moneyKey} aria-hidden />
          <span>{age === null ? 'Earned' : `Earned, ${age}`}</span>
        </dt>
        <dd className={cx(css.big, 'num', age ? 't2' : commissions > 0 && 'money')}>
          {money(commissions)}
        </dd>
        <dd className={css.change}>{compare(commissions, before.commissions)}</dd>
      </div>
      <div>
        <dt>
          <i className={css.clicksKey} aria-hidden />
          Clicks
        </dt>
        <dd className={cx(css.big, 'num')}>{count(clicks)}</dd>
        <dd className={css.change}>{compare(clicks, before.clicks)}</dd>
      </div>
    </dl>
  )
}

/** Shows the income from affiliate networks in the range. It is not part of the other amounts. */
export function Elsewhere({ value, age }: Numbers & { age: string | null }) {
  const { earned_elsewhere: income } = value
  if (!income) return null
  const { approved, pending } = income
  return (
    <section className={`${css.elsewhere} stack`} aria-label="Earned elsewhere">
      <dl>
        <dt>{age === null ? 'Earned elsewhere' : `Earned elsewhere, ${age}`}</dt>
        <dd className={cx('num', age !== null && 't2')}>{money(approved)}</dd>
      </dl>
      <p className="hint">
        {[
          'Paid by affiliate networks.',
          pending !== 0 && `${money(pending)} more is pending.`,
          withoutRateText(income),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  )
}

/** Shows the other totals and the rates of the range. */
export function Rates({ value: { totals } }: Numbers) {
  const { clicks, people, commissions, revenue, conversions } = totals
  return (
    <dl className={css.facts}>
      <Fact label="Sold for brands" value={money(revenue)} />
      <Fact
        label="Your split of sales"
        value={revenue > 0 ? percent((commissions / revenue) * 100) : '–'}
      />
      <Fact label="Earned per click" value={clicks > 0 ? money(commissions / clicks) : '–'} />
      <Fact label="People" value={count(people)} />
      <Fact label="Orders" value={count(conversions)} />
      <Fact label="Orders per 100 clicks" value={rate(totals.conversions_per_100_clicks)} />
    </dl>
  )
}

const rate = (value: number | null) => (value === null ? '–' : count(value))

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </div>
)
