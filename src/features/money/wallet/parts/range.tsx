import type { CSSProperties } from 'react'
import css from './range.module.css'

type RangeProps = {
  label: string
  /** Selectable values in ascending order. */
  stops: readonly number[]
  value: number
  text: (value: number) => string
  onChange: (value: number) => void
}

/** Shows a slider with evenly spaced stops, whatever their values. */
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
