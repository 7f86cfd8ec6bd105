import type { AnalyticsRow } from '#contract/analytics.ts'
import { NO_RULE } from '#contract/rules/kinds.ts'
import type { NewRule, Rule } from '#contract/rules/rules.ts'
import { count } from '#app/formats.ts'
import { betterOf } from '#contract/rules/compare.ts'
import { wilson } from '#contract/rules/wilson.ts'

/** Clicks and orders of a rule. */
export type Numbers = Pick<AnalyticsRow, 'clicks' | 'conversions'>

export const NO_NUMBERS: Numbers = { clicks: 0, conversions: 0 }

/** Returns "22 orders". */
export const ordersText = (orders: number) =>
  `${count(orders)} ${orders === 1 ? 'order' : 'orders'}`

/** Returns "1.8 orders per 100 clicks, 95% interval 1.2 to 2.8"; undefined without clicks. */
export function rateText({ clicks, conversions }: Numbers): string | undefined {
  if (clicks === 0) return undefined
  const { low, high } = wilson(conversions, clicks)
  return `${perHundred(conversions / clicks)} orders per 100 clicks, 95% interval ${perHundred(low)} to ${perHundred(high)}`
}

const perHundred = (share: number) => count(Math.round(share * 1000) / 10)

/** Target that shares of visitors are led to. `id` is `else` for the link's own address. */
export type Variant = { id: string; numbers: Numbers }

/**
 * Returns the variants of an A/B test: the rules at the end of the list that have a percentage
 * only, and the link's own address. Empty if there is no such rule. Rules with other conditions get
 * other visitors, so that their numbers cannot be compared.
 */
export function variantsOf(rules: readonly Rule[], numbersOf: (id: string) => Numbers): Variant[] {
  const lastOther = rules.findLastIndex((rule) => !isShare(rule))
  const shares = rules.slice(lastOther + 1)
  if (shares.length === 0) return []
  return [...shares.map(({ id }) => id), NO_RULE].map((id) => ({ id, numbers: numbersOf(id) }))
}

/** Returns whether a percentage is the only condition of a rule that leads to an address. */
export const isShare = ({ conditions, target_url }: NewRule) =>
  target_url !== null && conditions.every(({ kind }) => kind === 'share')

/** Returns the id of the variant that brings more orders per click; undefined if that is unknown. */
export const betterVariant = (variants: readonly Variant[]): string | undefined =>
  betterOf(variants.map(({ id, numbers }) => ({ id, ...numbers, orders: numbers.conversions })))
