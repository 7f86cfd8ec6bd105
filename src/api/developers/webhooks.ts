import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
  type NewWebhook,
  type WebhookEdit,
} from '#contract/developers/webhooks.ts'
import { parseAnswer, parseResult, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const WEBHOOKS = `${V2}/webhooks`
const WebhooksAnswer = v.object({ results: rowsOf(Webhook) })
const LogAnswer = v.object({
  results: rowsOf(WebhookDelivery),
  next: v.fallback(v.nullable(v.string()), null),
})

/** Returns the user's webhooks, oldest first. */
export const listWebhooks = async (options: Options = {}): Promise<Webhook[]> =>
  (await parseAnswer(http.get(`${WEBHOOKS}/`, options), WebhooksAnswer, options)).results

/** Creates a webhook. Only this answer contains its secret. */
export const createWebhook = (
  json: NewWebhook,
  options: Options = {},
): Promise<WebhookWithSecret> =>
  parseResult(http.post(`${WEBHOOKS}/`, { json, ...options }), WebhookWithSecret, options)

export const updateWebhook = (
  id: number,
  json: WebhookEdit,
  options: Options = {},
): Promise<Webhook> =>
  parseResult(http.patch(`${WEBHOOKS}/${id}/`, { json, ...options }), Webhook, options)

export const deleteWebhook = async (id: number, options: Options = {}): Promise<void> => {
  await http.delete(`${WEBHOOKS}/${id}/`, options)
}

/** Creates a new secret, which only this answer contains. The old one signs too for a day. */
export const replaceWebhookSecret = (
  id: number,
  options: Options = {},
): Promise<WebhookWithSecret> =>
  parseResult(http.post(`${WEBHOOKS}/${id}/secret/`, options), WebhookWithSecret, options)

/** Queues a test event, which is the newest delivery of the log. */
export const testWebhook = (id: number, options: Options = {}): Promise<WebhookDelivery> =>
  parseResult(http.post(`${WEBHOOKS}/${id}/test/`, options), WebhookDelivery, options)

/**
 * Returns a page of the log, newest first. `before` is `next` of the page before; 1 is the first
 * page, as `usePages` requests it.
 */
export async function listWebhookDeliveries(
  id: number,
  before = 1,
  options: Options = {},
): Promise<{ items: WebhookDelivery[]; next: number | null }> {
  const searchParams = before === 1 ? {} : { before }
  const call = http.get(`${WEBHOOKS}/${id}/deliveries/`, { searchParams, ...options })
  const { results, next } = await parseAnswer(call, LogAnswer, options)
  const [, cursor] = /[?&]before=(\d+)/.exec(next ?? '') ?? []
  return { items: results, next: cursor === undefined ? null : Number(cursor) }
}

export const resendWebhookDelivery = (
  id: number,
  delivery: number,
  options: Options = {},
): Promise<WebhookDelivery> =>
  parseResult(
    http.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/resend/`, options),
    WebhookDelivery,
    options,
  )
