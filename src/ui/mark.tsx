import { cx } from './styles/class-names.ts'
import styles from './mark.module.css'

type MarkProps = {
  size?: number
  /** `slide`: the halves slide together and apart once. `busy`: repeatedly. */
  motion?: 'slide' | 'busy' | undefined
  className?: string | undefined
}

/**
 * Shows the logo: a coin cut at 14 degrees, with its halves moved along the cut. Decorative, so the
 * name must be shown beside it.
 */
export function Mark({ size = 30, motion, className }: MarkProps) {
  return (
    <svg
      className={cx(styles.mark, className)}
      data-mark
      data-motion={motion}
      width={size}
      height={size}
      viewBox="3 3 58 58"
      aria-hidden="true"
    >
      <path className={styles.a} d="M37.89 4.03A21 21 0 0 0 27.73 44.79Z" />
      <path className={styles.b} d="M36.27 19.21A21 21 0 0 1 26.11 59.97Z" />
    </svg>
  )
}

export function Wordmark({ size = 28, name }: { size?: number; name: string }) {
  return (
    <span className={styles.word}>
      <Mark size={size} />
      <span>{name}</span>
    </span>
  )
}
