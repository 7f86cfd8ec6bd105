import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { limitTo } from '../../platform/http/limit-body.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { connectorByKey, validSecrets } from './connectors.ts'
import { asRecord } from './payload.ts'
import { PLATFORM_NAMES, type Platform, type PlatformReader, type Received } from './platform.ts'
import { logDelivery, logUnknownSender } from './shop-log.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { takeDelivery, type Shop } from './take-delivery.ts'
import { woocommerce } from './woocommerce.ts'

const READERS: Record<Platform, PlatformReader> = { shopify, woocommerce, stripe }

/** Maximum size of a delivery. An order with 500 lines has about 700 KB. */
const MAX_DELIVERY_BYTES = 1024 * 1024
const TOO_LARGE = 'The delivery is larger than 1 MB.'

/** Shopify ends a delivery after five seconds and repeats it. */
const MAX_ANSWER_MS = 4000

const limitBody = limitTo<AppEnv>(MAX_DELIVERY_BYTES, async (c) => {
  const { connector } = await requireShop(c)
  await countRefused(c)
  await logUnknownSender(c.var.deps.db, {
    connectorId: connector.id,
    kind: '',
    outcome: 'refused',
    why: TOO_LARGE,
  })
  return c.json({ errors: { non_field_errors: [TOO_LARGE] } }, 413)
})

/** Routes of /hooks, to which shop systems send orders. The key in the address names the shop. */
export const shopHooks = new Hono<AppEnv>().post('/:platform/:key', limitBody, async (c) => {
  const platform = requirePlatform(c)
  const shop = await requireShop(c)
  const bytes = Buffer.from(await c.req.arrayBuffer())
  const received = { bytes, header: (name: string) => c.req.header(name), at: new Date() }
  c.header('Cache-Control', 'no-store')
  if (READERS[platform].isPing(received)) return answerPing(c, shop)
  const problem = signatureProblem(c, shop, received)
  if (problem !== null) return refuse(c, shop, problem)
  await countAttempt(c.var.deps, { limit: 'postbacksByBrand', of: shop.brand.id })
  return answer(c, shop, received)
})

/** Counts a delivery of an unknown sender. Throws `ThrottledError` beyond the limit. */
const countRefused = (c: Context<AppEnv>) =>
  countAttempt(c.var.deps, { limit: 'postbacksRefusedByAddress', of: clientAddressGroup(c) })

function requirePlatform(c: Context<AppEnv>): Platform {
  const platform = c.req.param('platform') ?? ''
  if (!Object.hasOwn(READERS, platform)) throw new HTTPException(404)
  return platform as Platform
}

async function requireShop(c: Context<AppEnv>): Promise<Shop> {
  const key = c.req.param('key') ?? ''
  const shop = await connectorByKey(c.var.deps.db, requirePlatform(c), key)
  if (!shop) throw new HTTPException(404)
  return shop
}

/** Returns why the sender of a delivery is unknown; null if one of the secrets signed it. */
function signatureProblem(c: Context<AppEnv>, shop: Shop, received: Received): string | null {
  const { platform } = shop.connector
  const secrets = validSecrets(c.var.deps.secrets, shop.connector)
  if (secrets.length === 0) return 'No secret is stored. Enter it in step 3.'
  return READERS[platform].isSigned(received, secrets)
    ? null
    : `The signature is wrong. Enter the secret of ${PLATFORM_NAMES[platform]} again.`
}

async function refuse(c: Context<AppEnv>, { connector }: Shop, why: string): Promise<Response> {
  await countRefused(c)
  await logUnknownSender(c.var.deps.db, {
    connectorId: connector.id,
    kind: 'unsigned',
    outcome: 'refused',
    why,
  })
  return c.json({}, 401)
}

/** Answers the first delivery of a new webhook, which WooCommerce sends without a signature. */
async function answerPing(c: Context<AppEnv>, { connector }: Shop): Promise<Response> {
  await countRefused(c)
  await logUnknownSender(c.var.deps.db, {
    connectorId: connector.id,
    kind: 'ping',
    outcome: 'ignored',
    why: 'WooCommerce created the webhook. Orders follow.',
  })
  return c.json({})
}

/**
 * Answers a signed delivery with 200, also if it does not become an order, because shop systems
 * switch a webhook off after several other answers. The log tells the reason. A delivery that takes
 * too long is finished later; its repetition finds the result.
 */
async function answer(c: Context<AppEnv>, shop: Shop, received: Received): Promise<Response> {
  const { deps } = c.var
  const { connector } = shop
  const reader = READERS[connector.platform]
  const payload = parse(received.bytes)
  const head = reader.headOf(received, payload ?? {})
  if (!payload) {
    const why = 'The delivery is no JSON object. Choose the format JSON.'
    await logDelivery(deps.db, {
      connectorId: connector.id,
      kind: head.kind,
      senderId: null,
      outcome: 'refused',
      why,
    })
    return c.json({ errors: { non_field_errors: [why] } }, 400)
  }
  const work = takeDelivery(deps, shop, reader, { head, payload, at: received.at })
  const isDone = await withTimeout(
    MAX_ANSWER_MS,
    work.then(() => true),
    false,
  )
  if (isDone) return c.json({})
  work.catch((error: unknown) => deps.log.error('a delivery of a shop failed', { error }))
  c.header('Retry-After', '60')
  return c.json({}, 503)
}

function parse(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(bytes.toString()) as unknown
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? asRecord(value) : undefined
  } catch {
    return undefined
  }
}
