import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addShop, moneyOf } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import { created, shopifyOrder } from '#support/server/shops/shopify.ts'
import { stripeSession } from '#support/server/shops/stripe.ts'
import { wooCreated, wooOrder } from '#support/server/shops/woocommerce.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

/** Order of $80 with a code, as each shop system reports it. */
const ORDERS: Record<'shopify' | 'woocommerce' | 'stripe', (code: string) => ShopEvent> = {
  shopify: (code) => created(shopifyOrder({ id: randomInt(1e9), codes: ['WELCOME', code] })),
  woocommerce: (code) => wooCreated(wooOrder({ id: randomInt(1e9), codes: ['welcome', code] })),
  stripe: (code) => stripeSession({ payment: `pi_${randomUUID()}`, metadata: { code } }),
}

test.each(Object.keys(ORDERS) as (keyof typeof ORDERS)[])(
  'an order of %s with an assigned code counts for its creator, without any link',
  async (platform) => {
    const shop = await addShop(server, { name: `Kitchen ${platform}`, key: randomUUID() })
    const ana = await signUp(server)
    const connected = await connectShop(server, shop, platform)
    await server.deps.sql`insert into discount_codes (brand_id, user_id, code)
      values (${shop.id}, ${ana.uuid}, 'ANA10')`
    expect(await connected.send(ORDERS[platform]('ana10'))).toBe(200)
    expect(await connected.send(ORDERS[platform]('OTHER'))).toBe(200)
    expect((await connected.log()).map(({ outcome }) => outcome)).toEqual(['ignored', 'order'])
    expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
    await server.deps.sql`update discount_codes set ended_at = now() where user_id = ${ana.uuid}`
    expect(await connected.send(ORDERS[platform]('ANA10'))).toBe(200)
    expect((await connected.log())[0]?.outcome).toBe('ignored')
  },
)
