import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import {
  addConnector,
  findConnector,
  setConnectorSecret,
} from '../../../../server/partners/connectors/connectors.ts'
import { readShopLog } from '../../../../server/partners/connectors/shop-log.ts'
import type { Platform } from '../../../../server/partners/connectors/platform.ts'
import type { Shop } from '../money/conversions.ts'
import type { TestServer } from '../test-app.ts'

/** Event of a shop system: its name, its content and the id under which it is repeated. */
export type ShopEvent = { kind: string; payload: object; id?: string }

export type Sending = { secret?: string; headers?: Record<string, string>; body?: string }

export type ConnectedShop = {
  path: string
  secret: string
  testClickId: string
  /** Signs and sends an event as the shop system does. Returns the status. */
  send(event: ShopEvent, sending?: Sending): Promise<number>
  /** Returns the entries of the log, newest first. */
  log(): ReturnType<typeof readShopLog>
}

/** Connects a brand's shop, with a secret of the shop system. */
export async function connectShop(
  server: TestServer,
  shop: Shop,
  platform: Platform,
): Promise<ConnectedShop> {
  const { db, secrets } = server.deps
  await addConnector(db, shop.id, platform)
  const connector = await findConnector(db, shop.id, platform)
  if (!connector) throw new Error('no connector')
  const secret = `secret-${randomUUID()}`
  await setConnectorSecret(db, secrets, connector, secret)
  const path = `/hooks/${platform}/${connector.key}`
  return {
    path,
    secret,
    testClickId: connector.testClickId,
    async send(event, sending = {}) {
      const { body = JSON.stringify(event.payload) } = sending
      const signed = await signedHeaders[platform](event, body, sending.secret ?? secret)
      const headers = { 'Content-Type': 'application/json', ...signed, ...sending.headers }
      return (await server.app.request(path, { method: 'POST', headers, body })).status
    },
    log: () => readShopLog(db, connector.id),
  }
}

/** Returns the base64 HMAC-SHA256 by Web Crypto, which the server does not use. */
async function hmac(secret: string, body: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const raw = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  const sum = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(body))
  return Buffer.from(sum).toString('base64')
}

type Signer = (event: ShopEvent, body: string, secret: string) => Promise<Record<string, string>>

const signedHeaders: Record<Platform, Signer> = {
  shopify: async ({ kind, id = randomUUID() }, body, secret) => ({
    'X-Shopify-Topic': kind,
    'X-Shopify-Webhook-Id': id,
    'X-Shopify-Hmac-Sha256': await hmac(secret, body),
  }),
  woocommerce: async ({ kind, id = randomUUID() }, body, secret) => ({
    'X-WC-Webhook-Topic': kind,
    'X-WC-Webhook-Delivery-ID': id,
    'X-WC-Webhook-Signature': await hmac(secret, body),
  }),
  stripe: async (_event, payload, secret) => ({
    'Stripe-Signature': new Stripe('sk_test_of_a_test').webhooks.generateTestHeaderString({
      payload,
      secret,
    }),
  }),
}
