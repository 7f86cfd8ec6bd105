import { beforeEach, expect, test } from 'vitest'
import type { MissingSale } from '#contract/money/missing-sales.ts'
import type { EarningDetail } from '#contract/money/earnings.ts'
import { texts } from '#support/server/activity.ts'
import { addCreator, type Creator } from '#support/server/desk-market.ts'
import { enterDesk } from '#support/server/desk.ts'
import { addShop, moneyOf } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

let ana: Creator
const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
const desk = await enterDesk(server, shop.id)
beforeEach(async () => {
  ana = await addCreator(server, shop)
})

const SALES = '/v1/bank/missing_sales/'
const pathOf = (sale: number | string, answer: 'accept' | 'decline') =>
  `/desk/orders/missing/${sale}/${answer}`
const accept = (amount: string, sale = ana.sale) => desk.post(pathOf(sale, 'accept'), { amount })
const decline = (why: string, sale: number | string = ana.sale) =>
  desk.post(pathOf(sale, 'decline'), { why })

const salesOf = async (person: Person) =>
  (await person.get<{ results: MissingSale[] }>(SALES)).results

test('a missing sale that the brand accepts becomes an order, once, which the creator sees', async () => {
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
  expect(await ana.get<EarningDetail>(`/v1/bank/earnings/${sale?.earning_id}/`)).toMatchObject({
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
    expect(again.html).toContain('This report has already been answered.')
  }
  expect(await moneyOf(server, ana)).toEqual(after)
})

test('a missing sale accepted several times at once is booked once', async () => {
  const before = await moneyOf(server, ana)
  await Promise.all([accept('50'), accept('50'), accept('50')])
  expect(await moneyOf(server, ana)).toEqual({ pending: (before['pending'] ?? 0) + 500 })
})

test('a declined missing sale has a reason, which the creator reads', async () => {
  const before = await moneyOf(server, ana)
  expect((await decline('The order was\n never paid')).status).toBe(303)
  const [sale] = await salesOf(ana)
  expect(sale).toMatchObject({ state: 'declined', answer: 'The order was never paid' })
  const expected = `Order ${sale?.order_number} of Kitchen was not found. The order was never paid.`
  expect(await texts(ana)).toContain(expected)
  expect(await moneyOf(server, ana)).toEqual(before)
  expect((await desk.get('/desk/orders')).html).toContain('The order was never paid')
})

const NO_AMOUNTS = ['', 'x', '0', '-5', '1.234', '99999999999999', '80 000']
test.each(NO_AMOUNTS)('the invalid amount %j is refused, and nothing is booked', async (amount) => {
  const before = await moneyOf(server, ana)
  const answer = await accept(amount)
  expect(answer.status).toBe(400)
  expect(answer.html).toContain('Enter the amount of the order in dollars, like 80.00.')
  expect(await salesOf(ana)).toMatchObject([{ state: 'open' }])
  expect(await moneyOf(server, ana)).toEqual(before)
})

test('a reason needs visible text of at most 500 characters', async () => {
  for (const why of [' ', '\u202e', 'x'.repeat(501)]) expect((await decline(why)).status).toBe(400)
  expect(await salesOf(ana)).toMatchObject([{ state: 'open' }])
})

test('a sale of a creator without a link to the shop can only be declined', async () => {
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

test('missing sales of other shops do not exist', async () => {
  const garden = await addShop(server, { name: 'Garden', key: 'garden' })
  const eve = await addCreator(server, garden)
  for (const sale of [eve.sale, 999_999]) {
    expect((await accept('80', sale)).status).toBe(404)
    expect((await decline('No', sale)).status).toBe(404)
  }
  for (const typed of ['0', 'x', '1e3', '99999999999'])
    expect((await decline('No', typed)).status).toBe(404)
  expect(await salesOf(eve)).toMatchObject([{ state: 'open' }])
})

test('a report with a name that two brands share is shown to neither', async () => {
  const one = await addShop(server, { name: 'Twins', key: 'twins-one' })
  const eve = await addCreator(server, one)
  const [missed] = await salesOf(eve)
  const theirs = await enterDesk(server, one.id)
  expect((await theirs.get('/desk/orders')).html).toContain(missed?.order_number)
  const other = await addShop(server, { name: 'twins', key: 'twins-two' })
  for (const visitor of [theirs, await enterDesk(server, other.id)]) {
    expect((await visitor.get('/desk/orders')).html).not.toContain(missed?.order_number)
    expect((await visitor.post(pathOf(eve.sale, 'decline'), { why: 'No' })).status).toBe(404)
  }
  expect(await salesOf(eve)).toMatchObject([{ state: 'open' }])
})

test('the shop is found by its name in any case and with any accents', async () => {
  const ben = await signUp(server)
  const day = new Date().toISOString().slice(0, 10)
  const missed = { day, shop: 'KÍTCHEN', order_number: 'B-2', note: '' }
  const told = await ben.send('POST', SALES, missed)
  const { id } = ((await told.json()) as { result: MissingSale }).result
  expect((await decline('Never heard of it', id)).status).toBe(303)
})
