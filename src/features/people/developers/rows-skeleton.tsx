import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './developers.module.css'

/** Shows two rows while a list loads. */
export const RowsSkeleton = ({ label }: { label: string }) => (
  <div className={css.loading} role="status" aria-label={label}>
    {[46, 58].map((width) => (
      <span key={width}>
        <Skeleton width={`${width}%`} height={14} />
        <Skeleton width="70%" height={12} />
      </span>
    ))}
  </div>
)
