import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './profile-screen.module.css'

/**
 * Shows placeholders while the form loads. The sections below are hidden meanwhile, so that they do
 * not move.
 */
export const FormSkeleton = () => (
  <div className={`${css.form} stack`} data-loading role="status" aria-label="Loading your profile">
    <Skeleton width={92} height={92} radius="50%" />
    <Skeleton height={52} />
    <Skeleton height={52} />
    <Skeleton height={52} />
  </div>
)
