import { Skeleton } from '#ui/loading/skeleton.tsx'
import styles from './screen-pending.module.css'

/** Shows a placeholder while a screen's code is loading. */
export function ScreenPending() {
  return (
    <main id="main" className={styles.pending} aria-busy="true">
      <p className="vh" role="status">
        Loading
      </p>
      <Skeleton width={140} height={26} />
      <Skeleton height={44} radius="var(--radius-pill)" />
      <Skeleton width="62%" height={14} />
      <Skeleton width="48%" height={14} />
    </main>
  )
}
