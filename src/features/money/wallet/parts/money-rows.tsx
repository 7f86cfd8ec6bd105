import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './money-rows.module.css'

type MoreRowsProps = {
  what: string
  pages: { value: { next: number | null } | undefined; adding: boolean; more: () => void }
}

/** Shows a button that loads the next page, if there is one. */
export function MoreRows({ what, pages }: MoreRowsProps) {
  if (typeof pages.value?.next !== 'number') return null
  return (
    <p className={css.more}>
      <Button busy={pages.adding} onClick={pages.more}>
        {`Show more ${what}`}
      </Button>
    </p>
  )
}

export const RowsSkeleton = ({ label }: { label: string }) => (
  <div className={`${css.list} stack`} role="status" aria-label={label}>
    {[52, 64, 40, 58].map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={44} height={44} radius={99} />
        <span className={css.loading}>
          <Skeleton width={`${width}%`} height={13} />
          <Skeleton width="40%" height={11} />
        </span>
        <Skeleton width={64} height={13} />
      </div>
    ))}
  </div>
)
