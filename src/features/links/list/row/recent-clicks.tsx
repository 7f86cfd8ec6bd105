import { useState } from 'react'
import { RECENT_DAYS, type ShortLink } from '#contract/links/short-link.ts'
import { mayUse } from '#live/signed-in.ts'
import { clicksText } from '../../clicks-text.ts'
import css from './recent-clicks.module.css'
import { Hidden } from '../../numbers.tsx'
import { recentDays } from './recent-days.ts'

const WIDTH = 96
const HEIGHT = 24
/** Half of the line width, so that the line is not clipped at the edge. */
const EDGE = 1

/**
 * Shows the clicks of the last 30 days as a chart, scaled per row, and their sum for screen
 * readers.
 */
export function RecentClicks({ link }: { link: ShortLink }) {
  const [now] = useState(() => new Date())
  const days = recentDays(link.recent_clicks, now)
  if (!mayUse('analytics')) return <Hidden />
  const sum = days.reduce((all, clicks) => all + clicks, 0)
  return (
    <>
      <svg
        className={css.line}
        data-none={sum === 0 || undefined}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
      >
        <polyline points={pointsOf(days)} />
      </svg>
      <span className="vh">{`${clicksText(sum)} in ${RECENT_DAYS} days`}</span>
    </>
  )
}

function pointsOf(days: number[]): string {
  const most = Math.max(1, ...days)
  const step = (WIDTH - 2 * EDGE) / (days.length - 1)
  const height = HEIGHT - 2 * EDGE
  return days
    .map((clicks, day) => {
      const x = EDGE + day * step
      const y = EDGE + height * (1 - clicks / most)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
