import { formatCents } from '../../platform/money.ts'
import { ZERO_SUMS, type DaySums } from './numbers.ts'
import { shownCount, shownDay } from '../../platform/html/parts.tsx'
import { daysIn, type Range } from './range.ts'

const WIDTH = 1120
const SALES_HEIGHT = 150
const CLICKS_HEIGHT = 100
/** Height of the gap between sales and clicks, around the base line. */
const GAP = 4
const HEIGHT = SALES_HEIGHT + GAP + CLICKS_HEIGHT

/** Returns the next round number, which is easier to read on a scale. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (
    [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ??
    value
  )
}

type Props = { range: Range; days: ReadonlyMap<string, DaySums> }

/**
 * Shows sales upwards and clicks downwards, each with its own scale. The table below has the same
 * numbers.
 */
export const Chart = ({ range, days }: Props) => {
  const all = daysIn(range).map((day) => days.get(day) ?? { ...ZERO_SUMS, day })
  const mostCents = roundUp(Math.max(...all.map(({ salesCents }) => salesCents), 100))
  const mostClicks = roundUp(Math.max(...all.map(({ clicks }) => clicks), 1))
  const middle = all[Math.floor((all.length - 1) / 2)]
  return (
    <figure class="chart">
      <div class="plot">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Sales and clicks by day, ${shownDay(range.from)} to ${shownDay(range.to)}. The table below has the numbers.`}
        >
          <path
            class="grid"
            d={`M0 .5H${WIDTH}M0 ${SALES_HEIGHT + GAP / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`}
          />
          {all.map((day, nth) => (
            <Bars
              key={day.day}
              day={day}
              nth={nth}
              of={all.length}
              most={{ mostCents, mostClicks }}
            />
          ))}
        </svg>
        <div class="scale" aria-hidden="true">
          <span>{formatCents(mostCents).replace(/\.00$/, '')}</span>
          <span>0</span>
          <span>{shownCount(mostClicks)}</span>
        </div>
        <div class="span" aria-hidden="true">
          <span>{shownDay(range.from)}</span>
          {middle && all.length > 7 && <span>{shownDay(middle.day)}</span>}
          <span>{shownDay(range.to)}</span>
        </div>
      </div>
    </figure>
  )
}

type BarsProps = {
  day: DaySums
  nth: number
  of: number
  most: { mostCents: number; mostClicks: number }
}

const Bars = ({ day, nth, of, most }: BarsProps) => {
  const step = WIDTH / of
  const width = Math.max(1, step * 0.6)
  const x = (nth * step + (step - width) / 2).toFixed(1)
  const up = (Math.max(0, day.salesCents) / most.mostCents) * SALES_HEIGHT
  const down = (day.clicks / most.mostClicks) * CLICKS_HEIGHT
  const title = `${shownDay(day.day)}: ${formatCents(day.salesCents)}, ${shownCount(day.clicks)} clicks`
  return (
    <g>
      <title>{title}</title>
      {up > 0 && (
        <rect
          class="up"
          x={x}
          y={(SALES_HEIGHT - up).toFixed(1)}
          width={width.toFixed(1)}
          height={up.toFixed(1)}
        />
      )}
      {down > 0 && (
        <rect
          class="down"
          x={x}
          y={SALES_HEIGHT + GAP}
          width={width.toFixed(1)}
          height={down.toFixed(1)}
        />
      )}
    </g>
  )
}
