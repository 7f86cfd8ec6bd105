import * as v from 'valibot'
import { address, list, page } from '../common.ts'

/** Maximum number of webhooks of one account or brand. */
export const MAX_WEBHOOKS = 10
/** Maximum number of characters of a webhook's address. */
export const MAX_WEBHOOK_URL = 2000
/** Maximum of `recent_failures`. */
export const MAX_RECENT_FAILURES = 3
/** Number of deliveries on one page of the log. */
export const DELIVERIES_PER_PAGE = 20
/** Number of days after which a delivery is deleted from the log. */
export const DELIVERY_DAYS = 30
/** Number of hours in which the old secret still signs after a new one was created. */
export const OLD_SECRET_HOURS = 24
/** Maximum number of bytes of request and response in the log. */
export const MAX_LOGGED_BYTES = 2048
/** Event of the call "Send a test". It cannot be subscribed. */
export const TEST_EVENT = 'webhook.test'

/** Events about an account, in the order of lists. */
export const WEBHOOK_EVENTS = [
  'link.created',
  'link.updated',
  'link.ended',
  'clicks.counted',
  'conversion.created',
  'conversion.approved',
  'conversion.reversed',
  'redemption.requested',
  'redemption.paid',
  'redemption.returned',
  'page.published',
  'connection.accepted',
  'message.received',
] as const
/** Events about a brand: its orders and partners. */
export const BRAND_EVENTS = [
  'conversion.created',
  'conversion.approved',
  'conversion.reversed',
  'connection.accepted',
  'message.received',
] as const satisfies readonly WebhookEvent[]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const INVALID_EVENT = `Use one of these events: ${WEBHOOK_EVENTS.join(', ')}.`
const Events = v.pipe(
  list(v.picklist(WEBHOOK_EVENTS, INVALID_EVENT), WEBHOOK_EVENTS.length),
  v.minLength(1, 'Choose at least one event.'),
  v.transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
)

const Address = v.pipe(address(MAX_WEBHOOK_URL), v.minLength(1, 'Enter the address.'))

/** Body of POST /v2/my/webhooks/. Not in the specification. */
export const NewWebhook = v.object({ url: Address, events: Events })
export type NewWebhook = v.InferOutput<typeof NewWebhook>

/** Body of PATCH /v2/my/webhooks/{id}/. Fields that are left out stay as they are. */
export const WebhookEdit = v.object({
  url: v.optional(Address),
  events: v.optional(Events),
  /** False stops the webhook. Events that happen meanwhile are not delivered later. */
  is_active: v.optional(v.boolean()),
})
export type WebhookEdit = v.InferOutput<typeof WebhookEdit>

/**
 * State of a delivery. `waiting`: it was not sent yet, or is tried again; `failed`: it is not tried
 * again.
 */
export const DeliveryStatus = v.picklist(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = v.InferOutput<typeof DeliveryStatus>

/**
 * Reason why the last attempt failed. `refused`: the answer was not 2xx; `redirected`: it was 3xx,
 * which is not followed; `blocked`: the address is not on the public internet; `unreadable_secret`:
 * the secret was stored by a server with other keys and must be created again.
 */
export const DeliveryProblem = v.picklist([
  'refused',
  'redirected',
  'timeout',
  'unreachable',
  'blocked',
  'unreadable_secret',
])
export type DeliveryProblem = v.InferOutput<typeof DeliveryProblem>

/** One event for one webhook. Fields about the attempt are those of the latest one. */
export const WebhookDelivery = v.object({
  id: v.number(),
  /** Header `webhook-id`, equal in every attempt. */
  message_id: v.string(),
  event: v.picklist([...WEBHOOK_EVENTS, TEST_EVENT]),
  /** Time of the event. */
  created_at: v.string(),
  status: DeliveryStatus,
  attempts: v.number(),
  attempted_at: v.nullable(v.string()),
  /** Time of the next attempt; null if there is none. */
  next_attempt_at: v.nullable(v.string()),
  /** Duration of the attempt in milliseconds. */
  duration_ms: v.nullable(v.number()),
  problem: v.nullable(DeliveryProblem),
  /** First 2,048 bytes of the body that was sent; empty before the first attempt. */
  request_body: v.string(),
  /** HTTP status of the answer; null without one. */
  response_status: v.nullable(v.number()),
  response_content_type: v.string(),
  /** First 2,048 bytes of the answer. */
  response_body: v.string(),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

/** Page of the log, newest first. `next` is the address of the next page. */
export const WebhookDeliveries = page(WebhookDelivery)
export type WebhookDeliveries = v.InferOutput<typeof WebhookDeliveries>

/**
 * Reason why a webhook is disabled. `paused`: the owner stopped it; `failed`: a delivery failed for
 * five days; `gone`: the receiver answered with status 410.
 */
export const DisabledReason = v.picklist(['paused', 'failed', 'gone'])
export type DisabledReason = v.InferOutput<typeof DisabledReason>

/** Webhook as its owner sees it. The secret is shown only when it is created. */
export const Webhook = v.object({
  id: v.number(),
  url: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  created_at: v.string(),
  is_active: v.boolean(),
  disabled_at: v.nullable(v.string()),
  disabled_reason: v.nullable(DisabledReason),
  /** Time until which the previous secret signs too; null if there is none. */
  old_secret_until: v.nullable(v.string()),
  /** Delivery with the latest attempt; null before the first one. */
  last_delivery: v.nullable(
    v.object({
      id: v.number(),
      event: WebhookDelivery.entries.event,
      status: DeliveryStatus,
      attempted_at: v.string(),
      response_status: v.nullable(v.number()),
      problem: v.nullable(DeliveryProblem),
    }),
  ),
  /** Number of deliveries that failed in a row, from the latest attempt back; at most 3. */
  recent_failures: v.number(),
  /** Numbers of deliveries of the last 30 days. */
  delivered: v.number(),
  failed: v.number(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** Answer of GET /v2/my/webhooks/, oldest first. */
export const Webhooks = v.object({ results: v.array(Webhook) })
export type Webhooks = v.InferOutput<typeof Webhooks>

/**
 * Webhook with its secret (`whsec_` and base64). Answer of the calls that create a webhook or a new
 * secret.
 */
export const WebhookWithSecret = v.object({ ...Webhook.entries, secret: v.string() })
export type WebhookWithSecret = v.InferOutput<typeof WebhookWithSecret>
