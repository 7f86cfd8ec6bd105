import type { WebhookEvent } from '#contract/developers/webhooks.ts'

type EventGroup = {
  /** Heading of the choices. */
  title: string
  /** Plural noun for summaries. */
  noun: string
  events: readonly (readonly [event: WebhookEvent, label: string])[]
}

/** Events as the user chooses them. Together they have every event once. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  {
    title: 'Orders',
    noun: 'orders',
    events: [
      ['conversion.created', 'An order comes in'],
      ['conversion.approved', 'An order is approved'],
      ['conversion.reversed', 'An order is reversed'],
    ],
  },
  {
    title: 'Payouts',
    noun: 'payouts',
    events: [
      ['redemption.requested', 'You request a payout'],
      ['redemption.paid', 'A payout is paid'],
      ['redemption.returned', 'A payout comes back'],
    ],
  },
  {
    title: 'Links',
    noun: 'links',
    events: [
      ['link.created', 'A link is created'],
      ['link.updated', 'A link is changed'],
      ['link.ended', 'A link ends'],
    ],
  },
  {
    title: 'Clicks',
    noun: 'clicks',
    events: [['clicks.counted', 'Clicks are counted, at most every 10 seconds']],
  },
  {
    title: 'Page and brands',
    noun: 'page and brands',
    events: [
      ['page.published', 'You publish your page'],
      ['connection.accepted', 'You connect with a brand'],
      ['message.received', 'A brand sends you a message'],
    ],
  },
]

/** Returns what a webhook is about, such as "Orders and payouts." */
export function eventsText(events: readonly WebhookEvent[]): string {
  const groups = EVENT_GROUPS.filter((group) => group.events.some(([one]) => events.includes(one)))
  if (groups.length === EVENT_GROUPS.length) return 'All events.'
  const nouns = groups.map(({ noun }) => noun)
  const last = nouns.at(-1) ?? ''
  const others = nouns.slice(0, -1).join(', ')
  const text = others === '' ? last : `${others} and ${last}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
