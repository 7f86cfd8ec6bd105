import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { compactCount, compactMoney, count, money } from '#app/formats.ts'
import { keyOf } from '#ui/keys.ts'
import { roundUp, type Bar } from './bars.ts'
import css from './chart.module.css'
import { shortDay } from './days.ts'

/**
 * Heights in percent of the chart. Earnings are drawn upwards and clicks downwards, each on its own
 * scale.
 */
const EARNINGS_HEIGHT = 60
const CLICKS_HEIGHT = 40
const GAP = 1.2

/** Maximum number of labels on the axis. On narrow screens, every second one is hidden. */
const MAX_LABELS = 7

const clicksText = (clicks: number) => `${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`

/**
 * Shows the chart as a slider over the days, controlled by arrow keys, touch or mouse. The table
 * view has the same numbers.
 */
export function SplitChart({ bars }: { bars: Bar[] }) {
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? bars.length - 1, bars.length - 1)
  const bar = bars[at]
  if (!bar) return null

  function keydown(event: KeyboardEvent) {
    const next = nextIndex(keyOf(event), at, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * bars.length)
    setChosen(Math.max(0, Math.min(bars.length - 1, index)))
  }

  return (
    <div className={`${css.chart} stack`}>
      <p className={css.tip} aria-hidden>
        <b>{bar.label}</b>
        <span className={css.earned} translate="no">
          {money(bar.earned)}
        </span>
        <span className={css.clicks}>{clicksText(bar.clicks)}</span>
      </p>
      <div className={css.frame}>
        <div
          className={css.plot}
          role="slider"
          tabIndex={0}
          aria-label="Earnings and clicks by day"
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={at + 1}
          aria-valuetext={`${bar.label}: ${money(bar.earned)} earned, ${clicksText(bar.clicks)}`}
          onKeyDown={keydown}
          onPointerMove={point}
          onPointerDown={point}
        >
          <Bars bars={bars} chosen={at} />
        </div>
        <Scale bars={bars} />
        <Axis bars={bars} />
      </div>
    </div>
  )
}

function Bars({ bars, chosen }: { bars: Bar[]; chosen: number }) {
  const { earned, clicks } = scaleMaxima(bars)
  return (
    <svg
      className={css.svg}
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <rect className={css.band} x={chosen} y="0" width="1" height="100" />
      {bars.map((bar, index) => {
        const up = (bar.earned / earned) * (EARNINGS_HEIGHT - GAP)
        const down = (bar.clicks / clicks) * (CLICKS_HEIGHT - GAP)
        return (
          <g key={bar.from}>
            <rect
              className={css.up}
              x={index + 0.22}
              y={EARNINGS_HEIGHT - GAP / 2 - Math.max(0, up)}
              width="0.56"
              height={Math.max(0, up)}
              rx="0.08"
              ry="1"
            />
            <rect
              className={css.down}
              x={index + 0.22}
              y={EARNINGS_HEIGHT + GAP / 2}
              width="0.56"
              height={down}
              rx="0.08"
              ry="1"
            />
          </g>
        )
      })}
    </svg>
  )
}

const scaleMaxima = (bars: Bar[]) => ({
  earned: roundUp(Math.max(...bars.map((bar) => bar.earned))),
  clicks: roundUp(Math.max(...bars.map((bar) => bar.clicks))),
})

function Scale({ bars }: { bars: Bar[] }) {
  const { earned, clicks } = scaleMaxima(bars)
  return (
    <div className={css.scale} aria-hidden>
      <span>{compactMoney(earned)}</span>
      <span>0</span>
      <span>{compactCount(clicks)}</span>
    </div>
  )
}

/**
 * Shows day labels at even distances, including the first and the last day. CSS hides labels that
 * do not fit.
 */
function Axis({ bars }: { bars: Bar[] }) {
  const labelCount = bars.length < MAX_LABELS ? Math.min(bars.length, 4) : MAX_LABELS
  const last = bars.length - 1
  return (
    <div className={css.axis} data-many={labelCount === MAX_LABELS || undefined} aria-hidden>
      {Array.from({ length: labelCount }, (_, index) => {
        const bar = bars[Math.round((index / Math.max(1, labelCount - 1)) * last)]
        return (
          bar && (
            <span key={bar.from}>{shortDay(index === labelCount - 1 ? bar.to : bar.from)}</span>
          )
        )
      })}
    </div>
  )
}

function nextIndex(key: string, at: number, length: number): number | undefined {
  const step: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 7,
    PageDown: -7,
  }
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  const by = step[key]
  return by === undefined ? undefined : Math.max(0, Math.min(length - 1, at + by))
}
