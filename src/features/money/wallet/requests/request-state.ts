import { GiftIcon } from '@phosphor-icons/react/Gift'
import { HandHeartIcon } from '@phosphor-icons/react/HandHeart'
import { PaypalLogoIcon } from '@phosphor-icons/react/PaypalLogo'
import { dayText } from '#app/problems/times.ts'
import type { Redemption, RedemptionKind, RedemptionState } from '#contract/money/wallet.ts'
import type { Icon } from '#ui/icon.ts'

type StateLook = { name: string; tone: 'neutral' | 'warn' | 'danger' }

/** Names of the states. None says "sent" before the operator has confirmed the payment. */
export const STATES: Record<RedemptionState, StateLook> = {
  requested: { name: 'Requested', tone: 'warn' },
  in_review: { name: 'In review', tone: 'warn' },
  processing: { name: 'In progress', tone: 'warn' },
  paid: { name: 'Paid', tone: 'neutral' },
  returned: { name: 'Sent back', tone: 'danger' },
  rejected: { name: 'Not paid', tone: 'danger' },
}

export const KIND_ICONS: Record<RedemptionKind, Icon> = {
  paypal: PaypalLogoIcon,
  charity: HandHeartIcon,
  voucher: GiftIcon,
}

export const isMoneyReturned = ({ state }: Redemption) =>
  state === 'returned' || state === 'rejected'

export function requestTitle({ kind, target }: Redemption): string {
  if (kind === 'paypal') return 'PayPal'
  return kind === 'charity' ? target : `Gift card, ${target}`
}

/** Returns the day of the request and its recipient, or the reason why it failed. */
export function requestDetail(request: Redemption, now = Date.now()): string {
  const day = dayOf(Date.parse(request.created_at), now)
  if (isMoneyReturned(request)) return `${day}. ${asSentence(request.note)}The money is back.`
  if (request.kind === 'paypal') return `${day}, ${request.target}`
  if (request.kind === 'charity') return `${day}, charity`
  return request.state === 'paid' ? `${day}, code inside` : `${day}, code follows`
}

function dayOf(moment: number, now: number): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString()
  return isToday ? 'Today' : dayText(moment, now)
}

/** Returns the operator's text with a full stop at its end. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return /[.!?]$/.test(trimmed) ? `${trimmed} ` : `${trimmed}. `
}
