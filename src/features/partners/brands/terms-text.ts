import type { CommissionBase, Terms } from '#contract/partners/brands.ts'
import { count, money, percent } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'

const HOURS_A_DAY = 24

/** Names of the commission base, as used on receipts. */
const BASES: Record<CommissionBase, string> = {
  net: 'the order without tax and shipping',
  gross: 'the whole order, with tax and shipping',
  subtotal: 'the goods, before tax and shipping',
}

const days = (number: number) => `${count(number)} ${number === 1 ? 'day' : 'days'}`

/**
 * Returns the commission with an example: "10% of net" and "$10.00 for every $100 of the order
 * without tax and shipping."
 */
export const rateText = (percentage: number, { base }: Terms): string =>
  percentage > 0
    ? `${money(percentage)} for every $100 of ${BASES[base]}.`
    : 'This brand pays no commission at the moment.'

/** Returns when earnings can be redeemed. */
function payText({ hold_days, min_hold_hours, pays }: Terms): string {
  const least = min_hold_hours / HOURS_A_DAY
  const decided = `${days(hold_days)} after the order`
  const earliest = least > 0 ? `, after ${days(least)} at the earliest` : ''
  const sooner = least < hold_days ? `, or when the brand approves it${earliest}` : ''
  const paid =
    pays === 'guaranteed'
      ? 'It does not wait for the brand’s own payment.'
      : 'It also waits for the brand’s own payment.'
  return `${decided}${sooner}. ${paid}`
}

export type Term = { name: string; text: string }

/**
 * Returns the terms that a creator should know before sharing a link, each as a name and a
 * sentence.
 */
export function termsOf(percentage: number, terms: Terms): Term[] {
  return [
    { name: 'Your part', text: `${percent(percentage)} of ${terms.base}: ${BASES[terms.base]}` },
    {
      name: 'A sale counts',
      text:
        terms.window_days === 0
          ? 'On the day of the click'
          : `Up to ${days(terms.window_days)} after a click`,
    },
    {
      name: 'Returns',
      text:
        terms.return_days === 0
          ? 'Customers cannot return orders'
          : `Customers have ${days(terms.return_days)}; what is sent back earns nothing`,
    },
    { name: 'You can redeem', text: payText(terms) },
    ...terms.rates.map((rate) => ({
      name: rateName(rate),
      text: percent(rate.commission_percentage),
    })),
    // Shown only if the brand has confirmed it.
    ...(terms.same_price ? [{ name: 'For your followers', text: 'You pay the same.' }] : []),
  ]
}

function rateName({ category, new_customers }: Terms['rates'][number]): string {
  if (category === '') return 'First-time customers'
  return new_customers ? `On ${category}, first-time customers` : `On ${category}`
}

/**
 * Returns the announcement of a changed commission. A lower one does not apply to earlier clicks.
 */
export function nextRateText(percentage: number, { next_rate }: Terms, now: number): string | null {
  if (next_rate === null) return null
  const day = dayText(Date.parse(next_rate.starts_at), now)
  return `From ${day} it is ${percent(next_rate.commission_percentage)} instead of ${percent(percentage)}. Clicks before that keep ${percent(percentage)}.`
}
