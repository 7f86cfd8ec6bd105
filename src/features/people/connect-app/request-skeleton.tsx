import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './connect-app.module.css'

/** Shows the outline of a request while it loads. */
export const RequestSkeleton = () => (
  <div className={`${css.consent} fill-column`} role="status" aria-label="Loading the request">
    <Skeleton width="60%" height={20} />
    <Skeleton width="100%" height={44} />
    <Skeleton width="80%" height={14} />
  </div>
)
