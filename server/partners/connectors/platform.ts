import type { Platform } from '../../platform/db/schema/desk-schema.ts'
import type { CommissionBase } from '../../platform/db/schema/brands-schema.ts'
import type { OrderEvent } from './order-state.ts'
import type { Payload } from './payload.ts'

export type { Platform } from '../../platform/db/schema/desk-schema.ts'

/** Delivery as it arrived. */
export type Received = {
  header: (name: string) => string | undefined
  bytes: Buffer
  at: Date
}

/** Terms with which a delivery is read. */
export type ReadingTerms = { base: CommissionBase; clickParam: string }

/** Event of a delivery. */
export type Head = {
  /** Event as the shop system names it. */
  kind: string
  /** Id under which the shop system repeats a delivery. */
  senderId: string
}

/** Shop system: how its deliveries are checked and read. */
export type PlatformReader = {
  /** Returns whether one of the secrets signed the delivery. */
  isSigned(received: Received, secrets: string[]): boolean
  /** Returns whether this is the first delivery of a new webhook, which has no signature. */
  isPing(received: Received): boolean
  headOf(received: Received, payload: Payload): Head
  /** Returns the order id that the delivery is about; null if it is not about an order. */
  orderIdOf(kind: string, payload: Payload): string | null
  /** Translates a delivery. Throws `PayloadError` if a needed value is missing. */
  read(kind: string, payload: Payload, terms: ReadingTerms): OrderEvent
}

export const PLATFORM_NAMES: Record<Platform, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
}
