import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setPostbackKey } from '../../../../server/money/conversions/postback-keys.ts'
import {
  addShop,
  moneyOf,
  selling,
  tell,
  type Shop,
  addSeller,
  newOrder,
} from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

/**
 * Creates a creator with an earning. The shop has used its key, so that each later order takes one
 * statement.
 */
async function earning() {
  const shop = await addShop(server)
  const { ana, order } = await addSeller(server, shop)
  expect((await tell(server, shop, order)).status).toBe(200)
  return { shop, ana, ...(await selling(server, shop, ana)) }
}

const statesOf = (clickId: string) =>
  server.deps.sql<{ state: string; orders: number }[]>`
    select state, count(*)::int as orders from conversions where click_id = ${clickId}
    group by state order by state`

test('of many orders of one click that arrive at once, all after the fifth are held for review', async () => {
  const { ana, shop, clickId } = await earning()
  const said = Array.from({ length: 12 }, () => newOrder(clickId))
  const told = await Promise.all(said.map((one) => tell(server, shop, one)))
  expect(told.filter(({ status }) => status !== 200)).toEqual([])
  expect(await statesOf(clickId)).toEqual([
    { state: 'held', orders: 7 },
    { state: 'pending', orders: 5 },
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 * 6, held: 800 * 7 })
})

test('a refused order does not affect others that arrive with it', async () => {
  const { ana, shop, clickId } = await earning()
  const good = Array.from({ length: 4 }, () => newOrder(clickId))
  const old = { ...newOrder(clickId), ordered_at: '2020-01-01T00:00:00Z' }
  const nobodys = newOrder(randomUUID())
  const told = await Promise.all([old, ...good, nobodys].map((one) => tell(server, shop, one)))
  expect(told.map(({ status }) => status)).toEqual([400, 200, 200, 200, 200, 404])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 * 5 })
})

test('a key that moved to another brand is valid only there', async () => {
  const { ana, shop, clickId } = await earning()
  const other = await addShop(server, { name: 'Other' })
  await server.deps.sql`delete from postback_keys where brand_id = ${shop.id}`
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(403)
  await server.deps.db.transaction((tx) =>
    setPostbackKey(tx, server.deps.secrets, other.id, shop.postbackKey),
  )
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(404)
  const theirs = await selling(server, other, ana)
  const told = await tell(server, shop, newOrder(theirs.clickId))
  expect(told.body).toEqual({ status: 'pending', commission: 8 })
})

const limitedBy = async (count: number, limit: string) => {
  await server.deps.sql`update throttle set count = ${count} where key like ${`${limit}:%`}`
}

test('a brand above its rate limit is refused, and nothing is stored', async () => {
  const { ana, shop, clickId } = await earning()
  await limitedBy(6000, 'postbacksByBrand')
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(429)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  await server.deps.sql`delete from throttle`
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(200)
})

test('an address that guessed too many keys can still use the right one', async () => {
  const { ana, shop, clickId } = await earning()
  const wrong: Shop = { ...shop, postbackKey: `key-${randomUUID()}` }
  expect((await tell(server, wrong, newOrder(clickId))).status).toBe(403)
  await limitedBy(60, 'postbacksRefusedByAddress')
  expect((await tell(server, wrong, newOrder(clickId))).status).toBe(429)
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(200)
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
  await server.deps.sql`delete from throttle`
})
