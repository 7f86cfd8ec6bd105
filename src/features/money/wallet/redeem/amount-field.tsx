import { useId } from 'react'
import { money } from '#app/formats.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { paths } from '#paths.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { subtractMoney } from '../money-text.ts'
import { Amounts } from '../parts/amounts.tsx'
import css from './redeem.module.css'
import type { RedeemForm } from './use-redeem-form.ts'

/** Shows the amounts. Those that cannot be chosen are disabled, with the reason below. */
export function AmountField({ form }: { form: RedeemForm }) {
  const { sums, available, amounts, allowed, values, errors, change } = form
  const id = useId()
  const offline = useOffline()
  if (!sums.value) {
    if (sums.loading) return <Skeleton height={112} radius={14} />
    if (offline) return <p className={`${css.small} hint`}>Amounts show when you’re online.</p>
    return <NotLoaded what="amounts" list={sums} />
  }
  const { min } = sums.value
  return (
    <div>
      {amounts.length > 0 && (
        <Amounts
          label="Amount"
          amounts={amounts}
          allowed={allowed}
          value={values.value}
          onChange={(value) => change({ value })}
          describedBy={`${id}-error ${id}-why`}
          isWrong={errors.value !== undefined}
        />
      )}
      <FieldError id={`${id}-error`} text={errors.value} />
      <p id={`${id}-why`} className={`${css.why} hint`}>
        <Why available={available} min={min} isTooSmall={amounts.some((one) => one < min)} />
      </p>
    </div>
  )
}

type WhyProps = { available: number; min: number; isTooSmall: boolean }

function Why({ available, min, isTooSmall }: WhyProps) {
  if (available <= 0)
    return (
      <span>
        Nothing is ready yet. A commission is ready once the brand has approved and paid it.
      </span>
    )
  if (available < min)
    return (
      <span>
        <span>{`You can redeem once ${money(min)} is ready: ${money(subtractMoney(min, available))} more, or `}</span>
        <ThresholdLink>a lower payment threshold</ThresholdLink>.
      </span>
    )
  if (!isTooSmall) return null
  return (
    <span>
      <span>{`Your payment threshold is ${money(min)}, so smaller amounts wait until `}</span>
      <ThresholdLink>you lower it</ThresholdLink>.
    </span>
  )
}

const ThresholdLink = ({ children }: { children: string }) => (
  <a className={css.link} href={paths.paymentThreshold}>
    {children}
  </a>
)
