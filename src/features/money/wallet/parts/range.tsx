import type { CSSProperties } from 'react'
import css from './range.module.css'

type RangeProps = {
  label: string
  /** Where it can stand, from the least to the most. */
  stops: readonly number[]
  value: number
  text: (value: number) => string
  onChange: (value: number) => void
}

/** A slider over stops that lie evenly, however far apart their numbers are. */
export function Range({ label, stops, value, text, onChange }: RangeProps) {
  const at = Math.max(0, stops.indexOf(value))
  const last = stops.length - 1
  return (
    <input
      type="range"
      className={css.range}
      style={{ '--at': last > 0 ? at / last : 1 } as CSSProperties}
      min={0}
      max={last}
      step={1}
      value={at}
      aria-label={label}
      aria-valuetext={text(value)}
      onChange={({ target }) => onChange(stops[target.valueAsNumber] ?? value)}
    />
  )
}
