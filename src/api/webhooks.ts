import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { result } from '#contract/common.ts'
import {
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
  type NewWebhook,
  type WebhookEdit,
} from '#contract/developers/webhooks.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

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
export const createWebhook = async (
  json: NewWebhook,
  options: Options = {},
): Promise<WebhookWithSecret> => {
  const call = http.post(`${WEBHOOKS}/`, { json, ...options })
  return (await parseAnswer(call, result(WebhookWithSecret), options)).result
}

export const updateWebhook = async (
  id: number,
  json: WebhookEdit,
  options: Options = {},
): Promise<Webhook> => {
  const call = http.patch(`${WEBHOOKS}/${id}/`, { json, ...options })
  return (await parseAnswer(call, result(Webhook), options)).result
}

export const deleteWebhook = async (id: number, options: Options = {}): Promise<void> => {
  await http.delete(`${WEBHOOKS}/${id}/`, options)
}

/** Creates a new secret, which only this answer contains. The old one signs too for a day. */
export const replaceWebhookSecret = async (
  id: number,
  options: Options = {},
): Promise<WebhookWithSecret> => {
  const call = http.post(`${WEBHOOKS}/${id}/secret/`, options)
  return (await parseAnswer(call, result(WebhookWithSecret), options)).result
}

/** Queues a test event, which is the newest delivery of the log. */
export const testWebhook = async (id: number, options: Options = {}): Promise<WebhookDelivery> => {
  const call = http.post(`${WEBHOOKS}/${id}/test/`, options)
  return (await parseAnswer(call, result(WebhookDelivery), options)).result
}

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

export const resendWebhookDelivery = async (
  id: number,
  delivery: number,
  options: Options = {},
): Promise<WebhookDelivery> => {
  const call = http.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/resend/`, options)
  return (await parseAnswer(call, result(WebhookDelivery), options)).result
}
