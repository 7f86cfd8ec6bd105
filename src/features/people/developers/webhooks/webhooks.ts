import { atom } from 'jotai'
import { listWebhookDeliveries, listWebhooks } from '#api/developers/webhooks.ts'
import { count } from '#app/formats.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { usePages } from '#app/query/use-pages.ts'
import { shownUrl } from '#contract/text/hosts.ts'
import { DELIVERY_DAYS, type Webhook, type WebhookDelivery } from '#contract/developers/webhooks.ts'
import { dayOf } from '../keys.ts'
import { eventsText } from './events.ts'

export type WebhookList = Answer<Webhook[]>
export type DeliveryLog = ReturnType<typeof useDeliveries>

/** Delay until the next look at a delivery that is about to be sent. */
const POLL_MS = 1500

export const useWebhooks = (): WebhookList =>
  useAnswer('webhooks', listWebhooks, { copy: true, isSecondary: true })

/** Returns the log of a webhook. While a delivery is about to be sent, it is read again. */
export const useDeliveries = (id: number | undefined) =>
  usePages<WebhookDelivery>(
    id === undefined ? null : `webhook ${id} deliveries`,
    (before, options) => listWebhookDeliveries(id ?? 0, before, options),
    { copy: true, poll: (log) => (log?.items.some(isDue) ? POLL_MS : null) },
  )

/** Returns whether a delivery is sent now or within seconds. */
const isDue = ({ status, next_attempt_at: next }: WebhookDelivery) =>
  status === 'waiting' && next !== null && Date.parse(next) < Date.now() + 10_000

/** New secret of a webhook, until its dialog is closed. It is never stored on the device. */
export const createdSecretAtom = atom<string | undefined>(undefined)

/** Returns the address of a webhook without its scheme. */
export const addressText = ({ url }: Pick<Webhook, 'url'>): string =>
  shownUrl(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

/** Returns the state of a webhook in one word; undefined if nothing was delivered yet. */
export function stateOf({ is_active, last_delivery: last, recent_failures }: Webhook) {
  if (!is_active) return 'Off'
  if (recent_failures > 0) return 'Failing'
  return last ? 'Works' : undefined
}

/** Returns what a webhook is about and how its deliveries went, in one line. */
export function summaryOf(webhook: Webhook): string {
  return `${eventsText(webhook.events)} ${resultText(webhook)}`
}

const FAILURES = [
  undefined,
  'Last delivery failed',
  'Last two deliveries failed',
  'Last three deliveries failed',
]

function resultText(webhook: Webhook): string {
  if (webhook.disabled_at !== null) return `Off since ${dayOf(webhook.disabled_at)}`
  const failures = FAILURES[webhook.recent_failures]
  if (failures !== undefined) return failures
  if (!webhook.last_delivery) return 'No deliveries yet'
  return `${count(webhook.delivered)} delivered in ${DELIVERY_DAYS} days`
}

/** Returns what a webhook is about, with the numbers of its deliveries. */
export const countsText = ({ events, delivered, failed }: Webhook): string =>
  `${eventsText(events)} ${count(delivered)} delivered, ${count(failed)} failed in ${DELIVERY_DAYS} days.`

/** Returns why a webhook is off, as a sentence after "Turned off on May 12." */
export function reasonText({ disabled_reason: reason }: Webhook): string {
  if (reason === 'failed') return 'Deliveries failed for five days.'
  if (reason === 'gone') return 'Your receiver answered 410, which means that it is gone.'
  return 'Events that happen meanwhile are not sent later.'
}
