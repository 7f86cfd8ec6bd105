import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { count } from '#app/formats.ts'
import type { LinkTotals } from '#mirror/use-link-totals.ts'
import { ButtonLink } from '#ui/button.tsx'
import css from './links-totals.module.css'
import { Earned } from './numbers.tsx'

/** What all links together have brought, as far back as they go. */
export function Totals({ totals, live }: { totals: LinkTotals; live: boolean }) {
  return (
    <div className={css.row}>
      <dl className={css.totals}>
        <div className={css.earned}>
          <dt>Earned, all time</dt>
          <dd>
            <Earned amount={totals.earned} live={live} />
          </dd>
        </div>
        <div>
          <dt>Clicks</dt>
          <dd className="num">{count(totals.clicks)}</dd>
        </div>
      </dl>
      <ButtonLink size="sm" icon={ChartBarIcon} href="/analytics" className={css.analytics}>
        Analytics
      </ButtonLink>
    </div>
  )
}
