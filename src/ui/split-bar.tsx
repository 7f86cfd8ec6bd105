import type { CSSProperties } from 'react'
import styles from './split-bar.module.css'

type Part = { share: number; tone: 'money' | 'clicks' | 'action' | 'pending' }

type SplitBarProps = {
  /**
   * Accessible text with the numbers, such as "$640 of $1,000 sold". They are also shown beside the
   * bar.
   */
  label: string
  /** Parts whose shares add up to at most 1. The remainder is drawn as the rest. */
  parts: readonly Part[]
  height?: number
}

/** Minimum share of the rest to be drawn. Smaller values are rounding errors. */
const MIN_SHARE = 0.001

export function SplitBar({ label, parts, height = 10 }: SplitBarProps) {
  const rest = Math.max(0, 1 - parts.reduce((sum, { share }) => sum + share, 0))
  return (
    <div className={styles.bar} style={{ height }} role="img" aria-label={label}>
      {parts
        .filter(({ share }) => share > 0)
        .map(({ share, tone }) => (
          <span key={tone} data-tone={tone} style={{ '--share': share } as CSSProperties} />
        ))}
      {rest > MIN_SHARE && <span data-tone="rest" style={{ '--share': rest } as CSSProperties} />}
    </div>
  )
}
