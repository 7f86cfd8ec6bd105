import { cx } from '../styles/class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  width?: number | string
  height?: number | string
  radius?: number | string
  className?: string | undefined
}

/**
 * Shows a placeholder for content that is loading. Appears after 150 ms, so that quick answers do
 * not flicker.
 */
export function Skeleton({ width = '100%', height = 12, radius, className }: SkeletonProps) {
  return (
    <span
      className={cx(styles.skeleton, className)}
      style={{ width, height, borderRadius: radius }}
      aria-hidden="true"
    />
  )
}
