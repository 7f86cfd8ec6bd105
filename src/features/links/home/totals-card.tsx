import { count, money } from '#app/formats.ts'
import type { LinkTotals } from '#live/read/use-link-totals.ts'
import { definitionsPath } from '#paths.ts'
import { cx } from '#ui/styles/class-names.ts'
import css from './totals-card.module.css'

/** Shows the totals of all links except hidden ones. */
export function TotalsCard({ totals, live }: { totals: LinkTotals; live: boolean }) {
  const { clicks, earned, elsewhere, links } = totals
  return (
    <section className={css.card} aria-label="Your links so far">
      <dl>
        <div>
          <dt>Earned</dt>
          <dd className={cx(earned > 0 && live && 'money', !live && 't2')}>{money(earned)}</dd>
        </div>
        {elsewhere !== 0 && (
          <div>
            <dt>Elsewhere</dt>
            <dd className={cx(!live && 't2')}>{money(elsewhere)}</dd>
          </div>
        )}
        <div>
          <dt>Clicks</dt>
          <dd>{count(clicks)}</dd>
        </div>
        <div>
          <dt>Links</dt>
          <dd>{count(links)}</dd>
        </div>
      </dl>
      <a
        className={css.help}
        href={definitionsPath}
        aria-label="What is counted"
        title="What is counted"
      >
        ?
      </a>
    </section>
  )
}
