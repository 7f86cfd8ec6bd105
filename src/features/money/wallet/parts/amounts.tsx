import { useId } from 'react'
import { roundMoney } from '../money-text.ts'
import css from './amounts.module.css'

type AmountsProps = {
  label: string
  /** Shows the label only to screen readers, if the amount is already visible above. */
  hidden?: boolean
  amounts: readonly number[]
  /** Amounts that can be chosen. The others are shown disabled. */
  allowed: readonly number[]
  value: number | null
  onChange: (value: number) => void
  describedBy?: string | undefined
  isWrong?: boolean
}

/** Shows a choice of amounts. Native radio buttons work with keyboards and screen readers. */
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
              className="cover"
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
