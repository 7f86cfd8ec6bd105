import { describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS, type WebhookDelivery } from '#contract/developers/webhooks.ts'
import { aDelivery, aWebhook, lastDelivery } from '#support/window/webhooks.ts'
import { resultOf } from './delivery-texts.ts'
import { EVENT_GROUPS, eventsText } from './events.ts'
import { stateOf, summaryOf } from './webhooks.ts'

describe('the texts', () => {
  test('the choices have every event once', () => {
    const events = EVENT_GROUPS.flatMap((group) => group.events.map(([event]) => event))
    expect(events.toSorted()).toEqual([...WEBHOOK_EVENTS].sort())
  })

  test.each([
    [['link.created', 'link.ended'] as const, 'Links.'],
    [
      ['link.created', 'clicks.counted', 'conversion.created'] as const,
      'Orders, links and clicks.',
    ],
    [WEBHOOK_EVENTS, 'All events.'],
  ])('%j are shown as "%s"', (events, text) => {
    expect(eventsText(events)).toBe(text)
  })

  test.each([
    [0, 'Works', '214 delivered in 30 days'],
    [1, 'Failing', 'Last delivery failed'],
    [2, 'Failing', 'Last two deliveries failed'],
    [3, 'Failing', 'Last three deliveries failed'],
  ])('%d failures in a row are shown', (recent_failures, state, text) => {
    const webhook = aWebhook({ recent_failures, last_delivery: lastDelivery() })
    expect(stateOf(webhook)).toBe(state)
    expect(summaryOf(webhook)).toBe(`Orders and payouts. ${text}`)
  })

  test.each<[string, Partial<WebhookDelivery>, string]>([
    ['a refusal', { status: 'failed', problem: 'refused', response_status: 500 }, '500'],
    [
      'a blocked address',
      { status: 'failed', problem: 'blocked', response_status: null },
      'Address not public',
    ],
    [
      'a lost secret',
      { status: 'failed', problem: 'unreadable_secret', response_status: null },
      'Secret unreadable',
    ],
    [
      'no connection',
      { status: 'failed', problem: 'unreachable', response_status: null },
      'No answer',
    ],
  ])('%s is shown as such', (_, changes, text) => {
    expect(resultOf(aDelivery(changes)).text).toBe(text)
  })
})
