import { expect, test } from 'vitest'
import { LIMITS } from '../../../../server/platform/http/throttle.ts'
import { addLink, visit } from '#support/server/links/short-links.ts'
import {
  addShop,
  moneyOf,
  selling,
  tell,
  addSeller,
  newOrder,
} from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

/** Number of orders. Every other one is sent twice. */
const ORDERS = 800
/** Number of calls that the brand may still send in this minute. */
const LEFT = 500
/** Number of simultaneous connections of one shop. */
const AT_ONCE = 100

test('of a flood of orders each is stored or refused, up to the limit, while links keep working', async () => {
  const [loud, other] = [await addShop(server), await addShop(server)]
  const { ana, clickId, order: first } = await addSeller(server, loud)
  const quiet = await selling(server, other, ana)
  const link = await addLink(server, { userId: ana.uuid, url: 'http://shop.example/lamp' })

  expect((await tell(server, loud, first)).status).toBe(200)
  const { tries } = LIMITS.postbacksByBrand
  await server.deps.sql`
    update throttle set count = ${tries - LEFT} where key like 'postbacksByBrand:%'`

  // Valid orders, every other one sent twice, and a few with invalid amounts.
  const orders = Array.from({ length: ORDERS }, () => newOrder(clickId))
  const sent = orders.flatMap((one, n) => (n % 2 ? [one, one] : [one]))
  const odd = ['-1', '1e300', 'NaN', '9'.repeat(400)].map((amount) => newOrder(clickId, { amount }))
  const told: { one: typeof first; status: number }[] = []
  const waiting = [...odd, ...sent]
  async function sender() {
    for (let one = waiting.shift(); one; one = waiting.shift())
      told.push({ one, status: (await tell(server, loud, one)).status })
  }
  const flood = Promise.all(Array.from({ length: AT_ONCE }, sender))
  const visits = Promise.all(
    Array.from({ length: 50 }, async () => (await visit(server, `/s/${link.shortCode}`)).status),
  )
  const beside = await tell(server, other, newOrder(quiet.clickId))
  expect([beside.status, new Set(await visits)]).toEqual([200, new Set([302])])

  await flood
  const statuses = new Set(told.map(({ status }) => status))
  expect([...statuses].every((status) => [200, 400, 429].includes(status))).toBe(true)
  expect(told.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect(told.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(LEFT)
  const isOdd = new Set<object>(odd)
  expect(told.filter(({ one, status }) => isOdd.has(one) && status === 200)).toEqual([])
  const taken = new Set(told.filter(({ status }) => status === 200).map(({ one }) => one.order_id))
  expect(taken.size).toBeGreaterThan(0)

  // Every order answered with 200 is stored once, and no other. Many orders of one click are held
  // for review.
  const [row] = await server.deps.sql<{ orders: number; cents: number }[]>`
    select count(*)::int as orders, sum(posted_cents)::int as cents from conversions
    where brand_id = ${loud.id}`
  expect(row).toEqual({ orders: taken.size + 1, cents: (taken.size + 1) * 800 })
  const { pending = 0, held = 0 } = await moneyOf(server, ana)
  expect(pending + held).toBe((taken.size + 2) * 800)
})

test('a brand above its limit is refused until the minute is over, other brands are not', async () => {
  const [loud, shop] = [await addShop(server), await addShop(server)]
  const [one, two] = [await addSeller(server, loud), await addSeller(server, shop)]
  const [before] = await server.deps.sql<{ keys: string[] }[]>`
    select array_agg(key) as keys from throttle`
  expect((await tell(server, loud, one.order)).status).toBe(200)
  // Simulates that the brand has used up its limit for this minute.
  const [own] = await server.deps.sql<{ key: string; count: number }[]>`
    update throttle set count = 6000
    where key like 'postbacksByBrand:%' and not (key = any(${before?.keys ?? []})) returning key`
  expect(own).toBeDefined()
  const next = newOrder(one.clickId)
  const answer = await server.request('POST', '/postback', {
    body: next,
    headers: { 'X-Postback-Key': loud.postbackKey },
  })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect((await tell(server, shop, two.order)).status).toBe(200)
  await server.deps.sql`
    update throttle set reset_at = now() - interval '1 second' where key = ${own?.key ?? ''}`
  expect((await tell(server, loud, next)).status).toBe(200)
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 1600 })
})
