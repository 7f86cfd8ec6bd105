import * as v from 'valibot'
import { Uuid } from '../common.ts'
import { Money } from '../money/common.ts'
import { EarningKind } from '../money/earnings.ts'
import { RedemptionKind, RedemptionState } from '../money/wallet.ts'
import type { WebhookEvent } from './webhooks.ts'

const Time = v.string()
const Brand = v.object({ uuid: Uuid, name: v.string() })

/** Link at the time of the event. */
const LinkData = v.object({
  uuid: Uuid,
  name: v.string(),
  url: v.string(),
  split_url: v.string(),
  short_code: v.string(),
  tags: v.array(v.string()),
  external_id: v.nullable(v.string()),
  is_hidden: v.boolean(),
  is_blocked: v.boolean(),
  starts_at: v.nullable(Time),
  expires_at: v.nullable(Time),
  max_clicks: v.nullable(v.number()),
  has_password: v.boolean(),
  /** Null for the default of the account. */
  open_in_browser: v.nullable(v.boolean()),
  created_at: Time,
})

/** Earning at the time of the event. Amounts are in US dollars. */
const ConversionData = v.object({
  id: v.number(),
  kind: EarningKind,
  state: v.picklist(['pending', 'held', 'approved', 'available', 'reversed']),
  /** Null for a bonus and for a referral. */
  brand: v.nullable(Brand),
  order_id: v.nullable(v.string()),
  ordered_at: Time,
  /** Null if the order belongs to no link. */
  link_uuid: v.nullable(Uuid),
  /** 0 while the currency of the order has no exchange rate. */
  commission: Money,
})

const RedemptionData = v.object({
  id: v.number(),
  number: v.string(),
  kind: RedemptionKind,
  state: RedemptionState,
  amount: Money,
  created_at: Time,
})

/** Data of each event about an account, by the name of the event. */
export const EVENT_DATA: Record<WebhookEvent, v.GenericSchema> = {
  'link.created': LinkData,
  'link.updated': LinkData,
  'link.ended': v.object({
    ...LinkData.entries,
    /** `used_up`: the last of `max_clicks` was taken. */
    reason: v.picklist(['expired', 'used_up', 'blocked']),
  }),
  'clicks.counted': v.object({
    /** At most 100 links. `clicks` is the sum of all time, `new_clicks` those since the event before. */
    links: v.array(v.object({ uuid: Uuid, clicks: v.number(), new_clicks: v.number() })),
  }),
  'conversion.created': ConversionData,
  'conversion.approved': ConversionData,
  'conversion.reversed': ConversionData,
  'redemption.requested': RedemptionData,
  'redemption.paid': RedemptionData,
  'redemption.returned': RedemptionData,
  'page.published': v.object({
    id: v.number(),
    url: v.string(),
    slug: v.string(),
    title: v.string(),
  }),
  'connection.accepted': v.object({ id: v.number(), brand: Brand, accepted_at: Time }),
  'message.received': v.object({
    channel_id: Uuid,
    /** Number of the message in its channel. */
    sequence: v.number(),
    /** Null for support. */
    brand: v.nullable(Brand),
    text: v.string(),
    has_picture: v.boolean(),
    created_at: Time,
  }),
}

/** Returns the schema of the body that is sent for an event. */
export const eventSchema = (event: WebhookEvent) =>
  v.object({
    type: v.literal(event),
    /** Time of the event. */
    timestamp: Time,
    /** Grows with each event of the same object. It has gaps. */
    sequence: v.number(),
    data: EVENT_DATA[event],
  })
