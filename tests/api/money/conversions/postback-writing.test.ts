import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCase } from '#support/cases.ts'
import { addShop, moneyOf, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(() => server.stop())

async function seller(at = shop) {
  const ana = await signUp(server)
  const { clickId } = await selling(server, at, ana)
  return {
    ana,
    order: (more: object) => ({ click_id: clickId, order_id: randomUUID(), amount: '10', ...more }),
  }
}

type PostbackCase = { order_id: string | number; amount: number; want: string }
const [NUMBERED, FRACTIONAL] = JSON.parse(readCase('postback.json').toString()) as [
  PostbackCase,
  PostbackCase,
]

test(`${NUMBERED.order_id} as an order id is ${NUMBERED.want}`, async () => {
  const other = await addShop(server)
  const { ana, order } = await seller(other)
  const { want: _, ...sent } = NUMBERED
  expect((await tell(server, other, order(sent))).status).toBe(200)
  expect((await tell(server, other, order({ ...sent, order_id: '1001' }))).status).toBe(200)
  const money = await moneyOf(server, ana)
  expect(Object.values(money).reduce((sum, part) => sum + part, 0)).toBe(500)
})

test(`an amount of ${FRACTIONAL.amount} is ${FRACTIONAL.want}`, async () => {
  const other = await addShop(server)
  const { ana, order } = await seller(other)
  const { want: amount, ...sent } = FRACTIONAL
  const money = async () =>
    Object.values(await moneyOf(server, ana)).reduce((sum, part) => sum + part, 0)
  expect((await tell(server, other, order(sent))).status).toBe(200)
  expect(await money()).toBe(33)
  // The same order in the expected spelling is no other order and no other amount.
  expect((await tell(server, other, order({ ...sent, amount }))).status).toBe(200)
  expect(await money()).toBe(33)
})

describe('ways in which shops write an order', () => {
  test.each([
    ['a number as the order id', { order_id: 1001, amount: 50, status: 'approved' }, 500],
    ['a sum of binary fractions', { amount: 3.3000000000000003 }, 33],
    ['one that is too small', { amount: 4.699999999999999 }, 47],
    ['the same as text', { amount: '3.3000000000000003' }, 33],
    ['null where nothing is known', { code: null, customer: null, items: null, reason: null }, 100],
    ['null for currency and status', { currency: null, status: null, ordered_at: null }, 100],
    ['capital letters and spaces', { status: ' Approved ', currency: 'usd' }, 100],
    ['a number for a yes', { new_customer: 1 }, 100],
    ['null for a category', { items: [{ amount: 10, category: null }] }, 100],
  ])('%s', async (_, written, cents) => {
    const { ana, order } = await seller()
    expect((await tell(server, shop, order(written))).status).toBe(200)
    const money = await moneyOf(server, ana)
    expect(Object.values(money).reduce((sum, part) => sum + part, 0)).toBe(cents)
  })

  test.each([
    ['amount', 3.301],
    ['amount', '3.30001'],
    ['amount', 1e21],
    ['amount', -3],
    ['order_id', 1.5],
    ['order_id', 2 ** 53],
    ['order_id', '\u200b'],
    ['order_id', ['1']],
    ['items', 'no list'],
  ])('%s %j is refused at its field', async (field, value) => {
    const { order } = await seller()
    const { status, body } = await tell(server, shop, order({ [field]: value }))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })

  test('line breaks and emoji of a reason are kept, and a broken character is refused', async () => {
    const { ana, order } = await seller()
    const reason = 'Two lamps:\n1. oak 👩‍🎨'
    const one = { order_id: randomUUID() }
    await tell(server, shop, order({ ...one, status: 'reversed', reason }))
    const list = await ana.send('GET', '/v1/bank/available_earnings/')
    const { results } = (await list.json()) as { results: { id: number }[] }
    const story = await ana.send('GET', `/v1/bank/earnings/${results[0]?.id}/`)
    expect(JSON.stringify(await story.json())).toContain(JSON.stringify(reason).slice(1, -1))
    const broken = await tell(server, shop, order({ reason: 'a\ud800b' }))
    expect([broken.status, Object.keys(broken.body.errors ?? {})]).toEqual([400, ['reason']])
  })

  test('a wrong status or currency names what is allowed', async () => {
    const { order } = await seller()
    const { body } = await tell(server, shop, order({ status: 'paid', currency: 'dollars' }))
    expect(body.errors).toEqual({
      status: ['Use pending, approved or reversed.'],
      currency: ['Use a currency code of ISO 4217, such as USD, EUR or JPY.'],
    })
  })
})

test.each([
  ['by case', 'shop-a7', 'SHOP-A7'],
  ['by invisible characters', 'ab\u200b12', 'ab12'],
  ['by Unicode form', 'caf\u00e9-1', 'cafe\u0301-1'],
  ['by width', 'Ａ１', 'A1'],
  ['by spaces around', ' A-2 ', 'A-2'],
])('ids that differ only %s are the same order', async (_, first, second) => {
  const { ana, order } = await seller()
  const prefix = randomUUID()
  await tell(server, shop, order({ order_id: first.trim() + prefix }))
  await tell(server, shop, order({ order_id: second.trim() + prefix }))
  expect(await moneyOf(server, ana)).toEqual({ pending: 100 })
  const reversed = { order_id: second + prefix, status: 'reversed', reason: 'Sent back' }
  expect((await tell(server, shop, order(reversed))).body.status).toBe('reversed')
})

const id = () => ({ order_id: randomUUID() })

describe('an approved order only becomes less', () => {
  test('also after it was reversed', async () => {
    const { ana, order } = await seller()
    const one = id()
    await tell(server, shop, order({ ...one, status: 'approved' }))
    await tell(server, shop, order({ ...one, status: 'reversed', reason: 'Sent back' }))
    const again = { ...one, status: 'approved', reason: 'Dispute won' }
    const more = await tell(server, shop, order({ ...again, amount: '99' }))
    expect(more).toMatchObject({
      status: 400,
      body: { errors: { amount: ['The amount of an approved order can only become less.'] } },
    })
    expect((await tell(server, shop, order({ ...again, amount: '8' }))).status).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ approved: 80 })
  })

  test('a reversal of a part says how a partial refund is sent', async () => {
    const { ana, order } = await seller()
    const one = id()
    await tell(server, shop, order({ ...one, status: 'approved' }))
    const part = { ...one, status: 'reversed', reason: 'One lamp', amount: '4' }
    const refused = await tell(server, shop, order(part))
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['amount']])
    const left = { ...one, status: 'approved', reason: 'One lamp', amount: '6' }
    expect((await tell(server, shop, order(left))).status).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ approved: 60 })
  })
})
