import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MissingSale } from '#contract/money/missing-sales.ts'
import type { EarningDetail } from '#contract/money/earnings.ts'
import { texts } from '#support/server/activity.ts'
import { addCreator, type Creator } from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addShop, moneyOf, type Shop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
let desk: DeskVisitor
let ana: Creator
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
  desk = await enterDesk(server, shop.id)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await addCreator(server, shop)
})

const SALES = '/v1/bank/missing_sales/'
const pathOf = (sale: number, answer: 'accept' | 'decline') =>
  `/desk/orders/missing/${sale}/${answer}`
const accept = (amount: string, sale = ana.sale) => desk.post(pathOf(sale, 'accept'), { amount })
const decline = (why: string, sale = ana.sale) => desk.post(pathOf(sale, 'decline'), { why })

async function salesOf({ send }: Pick<Creator, 'send'>): Promise<MissingSale[]> {
  return ((await (await send('GET', SALES)).json()) as { results: MissingSale[] }).results
}

test('one that a brand accepts is an order like any other, and its creator sees it, once', async () => {
  const before = await moneyOf(server, ana)
  const [missed] = await salesOf(ana)
  const open = await desk.get('/desk/orders')
  expect(open.html).toContain(`action="${pathOf(ana.sale, 'accept')}#missing"`)
  const done = await accept('80.00')
  expect([done.status, done.headers.get('location')]).toEqual([
    303,
    '/desk/orders?answered#missing',
  ])
  expect((await desk.get('/desk/orders?answered')).html).toContain('The creator can see it.')
  const [sale] = await salesOf(ana)
  expect(sale).toMatchObject({ state: 'accepted', earning_id: expect.any(Number) })
  const answer = await ana.send('GET', `/v1/bank/earnings/${sale?.earning_id}/`)
  expect((await answer.json()) as EarningDetail).toMatchObject({
    attributed_by: 'operator',
    changes: [{ by: shop.name, why: expect.stringContaining('You told us that it was missing') }],
  })
  const after = await moneyOf(server, ana)
  expect(after['pending']).toBe((before['pending'] ?? 0) + 800)
  const { html } = await desk.get('/desk/orders')
  // The number is listed twice: among the orders and among the answered reports.
  expect(html.split(missed?.order_number ?? '-')).toHaveLength(3)
  expect(html).not.toContain(pathOf(ana.sale, 'accept'))
  for (const again of [await accept('80.00'), await decline('No')]) {
    expect(again.status).toBe(400)
    expect(again.html).toContain('This sale has been answered.')
  }
  expect(await moneyOf(server, ana)).toEqual(after)
})

test('pressed twice at once it is booked once', async () => {
  const before = await moneyOf(server, ana)
  await Promise.all([accept('50'), accept('50'), accept('50')])
  expect(await moneyOf(server, ana)).toEqual({ pending: (before['pending'] ?? 0) + 500 })
})

test('one that a brand declines says why, and its creator is told', async () => {
  const before = await moneyOf(server, ana)
  expect((await decline('The order was\n never paid')).status).toBe(303)
  const [sale] = await salesOf(ana)
  expect(sale).toMatchObject({ state: 'declined', answer: 'The order was never paid' })
  expect(await texts(ana)).toContain(
    `Order ${sale?.order_number} of Kitchen was not found. The order was never paid.`,
  )
  expect(await moneyOf(server, ana)).toEqual(before)
  expect((await desk.get('/desk/orders')).html).toContain('The order was never paid')
})

test.each(['', 'x', '0', '-5', '1.234', '99999999999999', '80 000'])(
  'an amount of %j is none, and nothing is booked',
  async (amount) => {
    const before = await moneyOf(server, ana)
    const answer = await accept(amount)
    expect(answer.status).toBe(400)
    expect(answer.html).toContain('Give the amount of the order in dollars, like 80.00.')
    expect(await salesOf(ana)).toMatchObject([{ state: 'open' }])
    expect(await moneyOf(server, ana)).toEqual(before)
  },
)

test('a reason is wanted, of what people can read', async () => {
  for (const why of [' ', '\u202e', 'x'.repeat(501)]) expect((await decline(why)).status).toBe(400)
  expect(await salesOf(ana)).toMatchObject([{ state: 'open' }])
})

test('whoever has no link to the shop can be declined, and not be booked', async () => {
  const ben = await signUp(server)
  const day = new Date().toISOString().slice(0, 10)
  const missed = { day, shop: 'kitchen', order_number: 'B-1', note: '' }
  const told = await ben.send('POST', SALES, missed)
  const { id } = ((await told.json()) as { result: MissingSale }).result
  const answer = await accept('80', id)
  expect(answer.status).toBe(400)
  expect(answer.html).toContain('has no link to your shop')
  expect((await decline('Never heard of it', id)).status).toBe(303)
  expect(await salesOf(ben)).toMatchObject([{ state: 'declined' }])
})

test('one of another shop is none, whatever the number', async () => {
  const garden = await addShop(server, { name: 'Garden', key: 'garden' })
  const eve = await addCreator(server, garden)
  for (const sale of [eve.sale, 999_999]) {
    expect((await accept('80', sale)).status).toBe(404)
    expect((await decline('No', sale)).status).toBe(404)
  }
  for (const typed of ['0', 'x', '1e3', '99999999999'])
    expect((await desk.post(`/desk/orders/missing/${typed}/decline`, { why: 'No' })).status).toBe(
      404,
    )
  expect(await salesOf(eve)).toMatchObject([{ state: 'open' }])
})

test('a name that two brands have says nothing about either', async () => {
  const one = await addShop(server, { name: 'Twins', key: 'twins-one' })
  const eve = await addCreator(server, one)
  const [missed] = await salesOf(eve)
  const theirs = await enterDesk(server, one.id)
  expect((await theirs.get('/desk/orders')).html).toContain(missed?.order_number)
  const other = await addShop(server, { name: 'twins', key: 'twins-two' })
  for (const visitor of [theirs, await enterDesk(server, other.id)]) {
    expect((await visitor.get('/desk/orders')).html).not.toContain(missed?.order_number)
    const answer = await visitor.post(pathOf(eve.sale, 'decline'), { why: 'No' })
    expect(answer.status).toBe(404)
  }
  expect(await salesOf(eve)).toMatchObject([{ state: 'open' }])
})
