import { count, money, percent } from '#app/formats.ts'
import { dayText, momentOf, momentText } from '#app/problems/times.ts'
import type { EarningDetail } from '#contract/money/earnings.ts'
import { WIDGET_REFERRER } from '#contract/page/widgets.ts'
import { rateText } from './earning-text.ts'
import { signedMoney } from '../money-text.ts'

type Fact = readonly [name: string, value: string]

const BASES = {
  net: 'Order without tax and shipping',
  gross: 'Order in full',
  subtotal: 'Goods of the order',
} as const

const day = (moment: string) => dayText(momentOf(moment))

/** Returns the facts behind the amount, in order of time. */
export function factsOf(story: EarningDetail): Fact[] {
  const facts: (Fact | null)[] = [
    ...originOf(story),
    ...sums(story),
    ['You earn', rateText(story) ?? money(story.amount)],
    story.hold_ends_at ? ['Held back until', day(story.hold_ends_at)] : null,
    waitFact(story),
    story.expected_at ? ['Expected', day(story.expected_at)] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

/** Bonuses and referrals have neither click nor order. */
function originOf(story: EarningDetail): Fact[] {
  const at = day(story.order_date)
  if (story.kind !== 'commission') return [['Earned', at]]
  return [
    ['Link', story.link_name || 'No link'],
    ['Click', clickText(story)],
    ['Ordered', at],
  ]
}

function sums(story: EarningDetail): Fact[] {
  const { kind, base, base_kind, percentage } = story
  if (kind !== 'commission') return []
  const facts: Fact[] = []
  const original = originalText(story)
  if (original) facts.push(['Reported by the shop', original])
  facts.push([BASES[base_kind], rateText(story) ?? money(base)])
  facts.push(['Your rate', percent(percentage)])
  return facts
}

/** Returns the shop's amount in its own currency; null for an order in dollars. */
function originalText({ original, state }: EarningDetail): string | null {
  if (!original) return null
  const { amount, currency, rate, day } = original
  const orderAmount = `${count(amount)} ${currency}`
  if (rate !== 0) return `${orderAmount}, at ${rate} of ${dayText(momentOf(day))}`
  return state === 'reversed' ? orderAmount : `${orderAmount}. It counts once there is a rate`
}

function clickText({ click, attributed_by }: EarningDetail): string {
  if (!click)
    return attributed_by === 'operator' ? 'None, assigned by hand' : 'None, your code was used'
  const source = click.referrer === WIDGET_REFERRER ? 'in your widget' : `from ${click.referrer}`
  const from = [click.referrer && source, click.device, click.country]
  return [momentText(Date.parse(click.at)), ...from].filter(Boolean).join(', ')
}

/** Returns which payment the earning waits for, or when it arrived. */
function waitFact(story: EarningDetail): Fact | null {
  const { kind, state, funded_at, waits_for_brand, organization } = story
  if (kind === 'referral') return state === 'approved' ? ['Ready', 'With its sale'] : null
  if (funded_at) return ['The brand paid us', day(funded_at)]
  if (!waits_for_brand) return null
  return ['The brand paid us', `Not yet. It waits for ${organization?.name ?? 'the brand'}`]
}

/** Returns each change with its reason and author. */
export const changesOf = ({ changes }: EarningDetail) =>
  changes.map(({ at, what, why, by, amount }, index) => ({
    key: `${index} ${at}`,
    what,
    detail: decided(momentText(Date.parse(at)), by, why),
    amount: amount === 0 ? null : signedMoney(amount),
  }))

function decided(at: string, by: string, why: string): string {
  const who = by === '' ? at : `${at}, by ${by}`
  return why === '' ? who : `${who}: ${why}`
}
