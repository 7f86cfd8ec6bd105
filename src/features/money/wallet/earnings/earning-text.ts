import { count, money } from '#app/formats.ts'
import { dayText, momentOf } from '#app/problems/times.ts'
import type { Earning } from '#contract/money/earnings.ts'

const KINDS = { commission: 'Sale', bonus: 'Bonus', referral: 'Referral' } as const

export const earningTitle = ({ organization, kind }: Earning) => organization?.name ?? KINDS[kind]

/** Returns the link or kind of the earning and the day of the order. */
export function earningDetail({ link_name, kind, organization, order_date }: Earning): string {
  const what = link_name || (organization ? KINDS[kind] : '')
  const day = dayText(momentOf(order_date))
  return what ? `${what}, ${day}` : day
}

type Mark = { name: string; tone: 'neutral' | 'warn' | 'danger' }

/** Returns the label of its state. Available earnings have none. */
export function earningMark(earning: Earning): Mark | null {
  const { state, expected_at, organization } = earning
  if (state === 'held') return { name: 'Held', tone: 'warn' }
  if (state === 'reversed') return { name: 'Reversed', tone: 'danger' }
  if (state === 'available') return null
  if (earning.waits_for_brand)
    return { name: organization ? `Waits for ${organization.name}` : 'Waits', tone: 'neutral' }
  if (expected_at) return { name: `By ${dayText(Date.parse(expected_at))}`, tone: 'neutral' }
  return { name: state === 'approved' ? 'Approved' : 'Pending', tone: 'neutral' }
}

/** Returns the reason for a hold and the date of the next review. */
export function holdText({ held }: Earning): string | null {
  if (!held) return null
  const again = `We look again by ${dayText(Date.parse(held.look_again_at))}.`
  return [held.why, held.appealed_at ? 'You asked for a review.' : '', again]
    .filter(Boolean)
    .join(' ')
}

/** Returns what was earned in dollars, or what was ordered if there is no exchange rate. */
export const amountText = ({ amount, unpriced }: Pick<Earning, 'amount' | 'unpriced'>): string =>
  unpriced ? `${count(unpriced.amount)} ${unpriced.currency}` : money(amount)

/** Returns why an earning has no dollars. */
export function rateText({ unpriced, state }: Pick<Earning, 'unpriced' | 'state'>): string | null {
  if (!unpriced) return null
  return `No exchange rate for ${unpriced.currency}${state === 'reversed' ? '' : ' yet'}.`
}
