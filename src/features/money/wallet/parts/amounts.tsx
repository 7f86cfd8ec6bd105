import { useId } from 'react'
import { roundMoney } from '../money-text.ts'
import css from './amounts.module.css'

type AmountsProps = {
  label: string
  /** Keeps the label for screen readers, where the amount stands large above it. */
  hidden?: boolean
  amounts: readonly number[]
  /** Those that can be chosen; the others stay readable, and somebody says why. */
  allowed: readonly number[]
  value: number | null
  onChange: (value: number) => void
  describedBy?: string | undefined
  isWrong?: boolean
}

/** One of a few sums. Native radio buttons, so keyboards and screen readers know them. */
export function Amounts(props: AmountsProps) {
  const { label, hidden, amounts, allowed, value, onChange, describedBy, isWrong } = props
  const name = useId()
  return (
    <fieldset
      className={css.field}
      aria-describedby={describedBy}
      tabIndex={-1}
      data-wrong={isWrong || undefined}
    >
      <legend className={hidden ? 'vh' : css.legend}>{label}</legend>
      <div className={css.amounts}>
        {amounts.map((amount) => (
          <label key={amount} className={`${css.amount} num`}>
            <input
              type="radio"
              className={css.input}
              name={name}
              value={amount}
              checked={amount === value}
              disabled={!allowed.includes(amount)}
              onChange={() => onChange(amount)}
            />
            <span translate="no">{roundMoney(amount)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
