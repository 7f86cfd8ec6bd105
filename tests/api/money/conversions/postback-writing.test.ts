import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  addShop,
  moneyOf,
  tell,
  addSeller,
  approved,
  reversed,
} from '#support/server/money/conversions.ts'
import { readCase } from '#support/cases.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

const seller = (at = shop) => addSeller(server, at, { amount: '10' })

const send = async (written: object) => {
  const { ana, order: ten } = await seller()
  const order = { ...ten, ...written }
  return { ana, ...(await tell(server, shop, order)) }
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
  expect((await tell(server, other, { ...order, ...sent })).status).toBe(200)
  expect((await tell(server, other, { ...order, ...sent, order_id: '1001' })).status).toBe(200)
  const money = await moneyOf(server, ana)
  expect(Object.values(money).reduce((sum, part) => sum + part, 0)).toBe(500)
})

test(`an amount of ${FRACTIONAL.amount} is ${FRACTIONAL.want}`, async () => {
  const other = await addShop(server)
  const { ana, order } = await seller(other)
  const { want: amount, ...sent } = FRACTIONAL
  const money = async () =>
    Object.values(await moneyOf(server, ana)).reduce((sum, part) => sum + part, 0)
  expect((await tell(server, other, { ...order, ...sent })).status).toBe(200)
  expect(await money()).toBe(33)
  // The same order in the expected spelling is no other order and no other amount.
  expect((await tell(server, other, { ...order, ...sent, amount })).status).toBe(200)
  expect(await money()).toBe(33)
})

describe('formats in which shops write an order', () => {
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
    const { ana, status } = await send(written)
    expect(status).toBe(200)
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
  ])('%s %j is refused with an error on its field', async (field, value) => {
    const { status, body } = await send({ [field]: value })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })

  test('line breaks and emoji of a reason are kept, and a broken character is refused', async () => {
    const reason = 'Two lamps:\n1. oak 👩‍🎨'
    const { ana } = await send({ status: 'reversed', reason })
    const { results } = await ana.get<{ results: { id: number }[] }>('/v1/bank/available_earnings/')
    const story = JSON.stringify(await ana.get(`/v1/bank/earnings/${results[0]?.id}/`))
    expect(story).toContain(JSON.stringify(reason).slice(1, -1))
    const broken = await send({ reason: 'a\ud800b' })
    expect([broken.status, Object.keys(broken.body.errors ?? {})]).toEqual([400, ['reason']])
  })

  test('an error of a status or currency lists the allowed values', async () => {
    const { body } = await send({ status: 'paid', currency: 'dollars' })
    expect(body.errors).toEqual({
      status: ['Use pending, approved or reversed.'],
      currency: ['Use an ISO 4217 currency code, such as USD, EUR or JPY.'],
    })
  })
})

test.each([
  ['by case', 'shop-a7', 'SHOP-A7'],
  ['by invisible characters', 'ab\u200b12', 'ab12'],
  ['by Unicode form', 'caf\u00e9-1', 'cafe\u0301-1'],
  ['by width', 'Ａ１', 'A1'],
  ['by spaces around', ' A-2 ', 'A-2'],
])('order ids that differ only %s are the same order', async (_, first, second) => {
  const { ana, order } = await seller()
  const suffix = randomUUID()
  const send = (order_id: string, said: object = order) =>
    tell(server, shop, { ...said, order_id: order_id + suffix })
  await send(first.trim())
  await send(second.trim())
  expect(await moneyOf(server, ana)).toEqual({ pending: 100 })
  expect((await send(second, reversed(order))).body.status).toBe('reversed')
})

describe('an approved order can only be reduced', () => {
  test('also after it was reversed', async () => {
    const { ana, order } = await seller()
    await tell(server, shop, approved(order))
    await tell(server, shop, reversed(order))
    const again = { ...approved(order), reason: 'Dispute won' }
    expect(await tell(server, shop, { ...again, amount: '99' })).toMatchObject({
      status: 400,
      body: { errors: { amount: ['The amount of an approved order can only be reduced.'] } },
    })
    expect((await tell(server, shop, { ...again, amount: '8' })).status).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ approved: 80 })
  })

  test('also if it was reversed before its approval', async () => {
    const { ana, order } = await seller()
    await tell(server, shop, order)
    await tell(server, shop, reversed(order))
    const again = { ...approved(order), reason: 'Paid after all' }
    const more = await tell(server, shop, { ...again, amount: '10.01' })
    expect([more.status, Object.keys(more.body.errors ?? {})]).toEqual([400, ['amount']])
    expect((await tell(server, shop, again)).status).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ approved: 100, pending: 0 })
  })

  test('a partial reversal is refused, a partial refund is accepted', async () => {
    const { ana, order } = await seller()
    await tell(server, shop, approved(order))
    const part = { ...reversed(order), reason: 'One lamp', amount: '4' }
    const refused = await tell(server, shop, part)
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['amount']])
    const left = { ...approved(order), reason: 'One lamp', amount: '6' }
    expect((await tell(server, shop, left)).status).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ approved: 60 })
  })
})
