import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { count, money } from '#app/formats.ts'
import type { LinkTotals } from '#live/read/use-link-totals.ts'
import { mayUse } from '#live/signed-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/styles/class-names.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { paths } from '#paths.ts'
import css from './links-totals.module.css'
import { linksText } from '../numbers.tsx'

/** Shows the all-time totals of all links except hidden ones. */
export function Totals({ totals, live }: { totals: LinkTotals; live: boolean }) {
  const { earned, elsewhere, clicks, links } = totals
  return (
    <div className={css.row}>
      <dl className={css.totals}>
        <div>
          <dt>{`Earned, ${linksText(links)}`}</dt>
          <dd className={cx('num', earned > 0 && live && 'money', !live && 't2')}>
            {money(earned)}
          </dd>
        </div>
        {elsewhere !== 0 && (
          <div>
            <dt>Elsewhere</dt>
            <dd className={cx('num', !live && 't2')}>{money(elsewhere)}</dd>
          </div>
        )}
        <div>
          <dt>Clicks</dt>
          <dd className="num">{mayUse('analytics') ? count(clicks) : '–'}</dd>
        </div>
      </dl>
      {mayUse('analytics') && (
        <ButtonLink size="sm" icon={ChartBarIcon} href={paths.analytics} className={css.analytics}>
          Analytics
        </ButtonLink>
      )}
    </div>
  )
}

/** Reserves the space of the totals, so that nothing moves when they appear. */
export const TotalsSkeleton = () => (
  <div className={css.row}>
    <div className={css.totals} aria-hidden="true">
      {[92, 56].map((width) => (
        <div key={width} className={css.waiting}>
          <Skeleton width={width} height={10} />
          <Skeleton width={width - 8} height={16} />
        </div>
      ))}
    </div>
  </div>
)
