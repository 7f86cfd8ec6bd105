import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './list-skeleton.module.css'
import table from './link-table.module.css'

/** Shows a placeholder with the layout of a row, while its link is read. */
export function RowSkeleton({ title = 55 }: { title?: number }) {
  return (
    <div className={css.row} aria-hidden="true">
      <Skeleton width={48} height={48} radius="var(--radius-thumb)" />
      <div className={css.main}>
        <Skeleton width={`${title}%`} height={13} />
        <Skeleton width={`${title * 0.7}%`} height={11} />
      </div>
      <div className={css.end}>
        <Skeleton width={58} height={13} />
        <Skeleton width={42} height={11} />
      </div>
    </div>
  )
}

export function TableRowSkeleton({ title = 45 }: { title?: number }) {
  return (
    <div className={table.row} aria-hidden="true">
      <Skeleton width={20} height={20} radius={6} />
      <div className={table.link}>
        <Skeleton width={36} height={36} radius="var(--radius-thumb)" />
        <div className={css.main}>
          <Skeleton width={`${title}%`} height={12} />
          <Skeleton width={`${title * 0.6}%`} height={10} />
        </div>
      </div>
      <Skeleton width="60%" />
      <div className={table.recent}>
        <Skeleton width="90%" />
      </div>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}

/** Title widths in percent, varied like real titles. */
const TITLES = [62, 48, 68, 44, 58, 52]

/** Shows a placeholder for the whole list. */
export function ListSkeleton({ wide }: { wide: boolean }) {
  const Row = wide ? TableRowSkeleton : RowSkeleton
  return (
    <div className={css.list} data-awaits-rows role="status" aria-label="Loading links">
      {wide && <div className={table.head} />}
      <div className={css.heading}>
        <Skeleton width={48} height={11} />
      </div>
      {TITLES.map((title) => (
        <div key={title} className={css.line}>
          <Row title={title} />
        </div>
      ))}
    </div>
  )
}
