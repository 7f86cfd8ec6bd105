import { Skeleton } from '#ui/skeleton.tsx'
import css from './profile-screen.module.css'

/** While the form is not there; what stands below waits for it, so that nothing moves away under a finger. */
export const FormSkeleton = () => (
  <div className={css.form} data-loading role="status" aria-label="Loading your profile">
    <Skeleton width={92} height={92} radius="50%" />
    <Skeleton height={52} />
    <Skeleton height={52} />
    <Skeleton height={52} />
  </div>
)
