import type { Webhook, WebhookDelivery } from '#contract/developers/webhooks.ts'
import { fakeApi, type Answer } from './fake-api.ts'

/** Calls that load the webhooks, and the log of webhook 7. */
export const LIST = 'GET /v2/my/webhooks/'
export const LOG = 'GET /v2/my/webhooks/7/deliveries/'
/** Address of the screen of webhook 7. */
export const PATH = '/settings/developers/webhooks/7'
export const SECRET = 'whsec_c2VjcmV0'

/** Returns a webhook that has delivered. */
export const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 7,
  url: 'https://hooks.ana.example/split',
  events: ['conversion.created', 'redemption.paid'],
  created_at: '2026-05-01T10:00:00.000Z',
  is_active: true,
  disabled_at: null,
  disabled_reason: null,
  old_secret_until: null,
  last_delivery: null,
  recent_failures: 0,
  delivered: 214,
  failed: 3,
  ...changes,
})
/** Returns the last delivery of a webhook. */
export const lastDelivery = (
  problem: WebhookDelivery['problem'] = null,
): Webhook['last_delivery'] => ({
  id: 1,
  event: 'link.created',
  status: problem === null ? 'delivered' : 'failed',
  attempted_at: '2026-05-12T10:00:00.000Z',
  response_status: problem === null ? 200 : null,
  problem,
})
/** Returns a delivery that was accepted. */
export const aDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 1,
  message_id: 'msg_1',
  event: 'conversion.approved',
  created_at: '2026-05-12T10:00:00.000Z',
  status: 'delivered',
  attempts: 1,
  attempted_at: '2026-05-12T10:00:01.000Z',
  next_attempt_at: null,
  duration_ms: 84,
  problem: null,
  request_body: '{"type":"conversion.approved"}',
  response_status: 200,
  response_content_type: 'text/plain',
  response_body: 'thanks',
  ...changes,
})
/** Delivery without an answer. */
export const FAILED = aDelivery({
  id: 2,
  status: 'failed',
  attempts: 6,
  problem: 'timeout',
  response_status: null,
  response_content_type: '',
  response_body: '',
})

/** Imitates the server with one webhook and its log. */
export const serveWebhook = (
  webhook = aWebhook(),
  items = [aDelivery(), FAILED],
  more: Record<string, Answer> = {},
) =>
  fakeApi({
    [LIST]: { results: [webhook] },
    [LOG]: { results: items, next: null, count: items.length },
    ...more,
  })
