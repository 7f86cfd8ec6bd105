import css from './figure.module.css'
import { moneyParts } from './wallet/money-text.ts'

type FigureProps = {
  amount: number
  /** Age of the saved copy that the amount comes from, or null if it is live. */
  age: string | null
}

/** Shows the large amount of a screen, as the value of a term. */
export function Figure({ amount, age }: FigureProps) {
  const [dollars, cents] = moneyParts(amount)
  return (
    <dd className={`${css.figure} num`} translate="no" data-old={age !== null || undefined}>
      <span>{dollars}</span>
      <small>{cents}</small>
    </dd>
  )
}
