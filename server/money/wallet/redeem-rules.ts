import { REDEEM_AMOUNTS, type RedeemValues } from '#contract/money/wallet.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { formatCents, toDollars } from '../../platform/money.ts'

export type RedeemLimits = { availableCents: number; thresholdCents: number }

/**
 * Returns the amounts that can be redeemed now: the steps that the balance covers, and the whole
 * balance.
 */
export function redeemValuesOf({ availableCents, thresholdCents }: RedeemLimits): RedeemValues {
  const steps = REDEEM_AMOUNTS.map((step) => step * 100)
  const all = [...new Set([...steps, availableCents])].sort((a, b) => a - b)
  const values = all.filter((cents) => cents >= thresholdCents && cents <= availableCents)
  return {
    results: values.map((cents) => ({ value: toDollars(cents) })),
    min: toDollars(thresholdCents),
    max: toDollars(Math.max(0, availableCents)),
  }
}

/** Throws a FieldError if the amount is not allowed. */
export function refuseValue(cents: number, means: RedeemLimits): void {
  refuseUncovered(cents, means)
  const { results } = redeemValuesOf(means)
  if (!results.some(({ value }) => Math.round(value * 100) === cents))
    throw new FieldError('value', 'Choose one of the amounts or everything available.')
}

export function refuseUncovered(
  cents: number,
  { availableCents, thresholdCents }: RedeemLimits,
): void {
  if (cents < thresholdCents)
    throw new FieldError('value', `You can redeem ${formatCents(thresholdCents)} or more.`)
  if (cents > availableCents) {
    const left = formatCents(Math.max(0, availableCents))
    throw new FieldError('value', `You have ${left} available.`)
  }
}
