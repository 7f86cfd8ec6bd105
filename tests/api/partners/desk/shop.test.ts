import { expect, test } from 'vitest'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addSeller, addShop, moneyOf, tell } from '#support/server/money/conversions.ts'
import { connectShop } from '#support/server/shops/connected-shop.ts'
import { created, shopifyOrder } from '#support/server/shops/shopify.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'

const server = await startTestServer()

const PATH = '/desk/shop'
const SECRET = 'a-secret-of-the-shop'
const event = (id: number) => created(shopifyOrder({ id }))

/** Sets up a platform as a brand does. Returns the address for the shop. */
async function setUp(visitor: DeskVisitor, platform: string): Promise<string> {
  const added = await visitor.post(PATH, { platform })
  expect([added.status, added.headers.get('Location')]).toEqual([303, `${PATH}/${platform}`])
  const { html } = await visitor.get(`${PATH}/${platform}`)
  const [address = ''] = new RegExp(`http\\S+/hooks/${platform}/[\\w-]+`).exec(html) ?? []
  expect(address).not.toBe('')
  return address
}

test.each([
  ['shopify', ['Order creation', 'Refund create', 'theme.liquid']],
  ['woocommerce', ['Order created', 'Order updated', 'functions.php']],
  ['stripe', ['checkout.session.completed', 'charge.refunded', 'client_reference_id']],
])('the five steps of %s have the brand’s own values', async (platform, parts) => {
  const terms = { clickParam: 'kid', windowDays: 45, website: 'https://kitchen.example/start' }
  const shop = await addShop(server, terms)
  const visitor = await enterDesk(server, shop.id)
  expect((await visitor.get(`${PATH}/${platform}`)).status).toBe(404)
  await setUp(visitor, platform)
  const { html } = await visitor.get(`${PATH}/${platform}`)
  expectParts(html, ...parts, 'data-param=&quot;kid&quot;', 'data-days=&quot;45&quot;', '/t.js')
  expect(html).toMatch(/https:\/\/kitchen\.example\/start\?kid=[0-9a-f-]{36}/)
  expect(html.match(/<li[^>]*><h2>/g)).toHaveLength(5)
  expect(html).not.toContain('<script')
})

test('the secret is stored encrypted, shown nowhere, and the former one stays valid', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  await setUp(visitor, 'shopify')
  const page = `${PATH}/shopify`
  const short = await visitor.post(`${page}/secret`, { secret: 'short' })
  expect(short.status).toBe(400)
  expectParts(short.html, 'Enter the whole secret.', 'aria-describedby="secret-problem"')
  expect((await visitor.post(`${page}/secret`, { secret: 'x'.repeat(201) })).status).toBe(400)
  const stored = await visitor.post(`${page}/secret`, { secret: SECRET })
  expect([stored.status, stored.headers.get('Location')]).toEqual([303, `${page}#secret`])
  const { html } = await visitor.get(page)
  expectParts(html, 'A secret is stored.')
  expectNoParts(html, SECRET)
  const rows = await server.deps.sql<{ row: string }[]>`
    select row_to_json(shop_connectors)::text as row from shop_connectors`
  for (const { row } of rows) expect(row).not.toContain(SECRET)

  const connected = await connectShop(server, shop, 'shopify')
  expect((await visitor.get(page)).html).toContain('The one before is valid until')
  expect(await connected.send(event(1))).toBe(200)
  expect(await connected.send(event(2), { secret: SECRET })).toBe(200)
  await server.deps.sql`
    update shop_connectors set old_secret_ends_at = now() - interval '1 second'
    where brand_id = ${shop.id}`
  expect(await connected.send(event(3), { secret: SECRET })).toBe(401)
  expect(await connected.send(event(4))).toBe(200)
})

test('the last step waits for the test order and shows what arrived', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  await setUp(visitor, 'shopify')
  const page = `${PATH}/shopify`
  expectParts((await visitor.get(page)).html, 'Nothing has arrived yet.', 'Check again')
  const connected = await connectShop(server, shop, 'shopify')
  await connected.send(created({}), { secret: 'wrong' })
  expectParts((await visitor.get(page)).html, 'no test order yet', 'The signature is wrong.')
  const { testClickId: clickId } = connected
  await connected.send(created(shopifyOrder({ id: 77, clickId }), 'delivery-77'))
  const seen = ['Test order #77 arrived.', '80.00 USD', 'The click id of the test link arrived.']
  expectParts((await visitor.get(page)).html, ...seen, 'delivery-77', 'orders/create')
})

test('the log explains each delivery and hides who the creator is', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  const connected = await connectShop(server, shop, 'shopify')
  const { ana, clickId, link } = await addSeller(server, shop)
  await connected.send(created(shopifyOrder({ id: 81, clickId })))
  await connected.send(created(shopifyOrder({ id: 82 })))
  const { html } = await visitor.get(`${PATH}/shopify`)
  expectParts(html, '#81', '>Order<', '#82', '>Ignored<', 'did not come from a Split link')
  expectNoParts(html, ana.uuid, ana.email, link.shortCode)
})

test('a brand sees and changes only its own connections', async () => {
  const [shop, other] = [await addShop(server), await addShop(server)]
  await setUp(await enterDesk(server, shop.id), 'stripe')
  const stranger = await enterDesk(server, other.id)
  expect((await stranger.get(`${PATH}/stripe`)).status).toBe(404)
  expect((await stranger.post(`${PATH}/stripe/secret`, { secret: SECRET })).status).toBe(404)
  await stranger.post(`${PATH}/stripe/delete`)
  const [row] = await server.deps.sql`
    select sealed_secret from shop_connectors where brand_id = ${shop.id}`
  expect(row).toEqual({ sealed_secret: null })
  expect((await stranger.post(PATH, { platform: 'amazon' })).status).toBe(404)
})

test('disconnecting deletes the address and the log, recorded orders stay', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  const connected = await connectShop(server, shop, 'shopify')
  const { ana, clickId } = await addSeller(server, shop)
  await connected.send(created(shopifyOrder({ id: 91, clickId })))
  const deleted = await visitor.post(`${PATH}/shopify/delete`)
  expect(deleted.headers.get('Location')).toBe(PATH)
  expect(await connected.send(created(shopifyOrder({ id: 92, clickId })))).toBe(404)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a shop with its own program sees its latest call', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  expectParts((await visitor.get(`${PATH}/other`)).html, 'Nothing has arrived yet.', '/postback')
  const { order } = await addSeller(server, shop)
  await tell(server, shop, order)
  expectParts((await visitor.get(`${PATH}/other`)).html, '>200<', 'commission')
})
