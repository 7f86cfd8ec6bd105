import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../server/platform/http/throttle.ts'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import type { MissingSale } from '#contract/money/missing-sales.ts'
import { enterDesk } from '#support/server/desk.ts'
import {
  addShop,
  DAY_MS,
  moneyOf,
  selling,
  settleLater,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const SALES = '/v1/bank/missing_sales/'

async function missingOf(person: Person): Promise<MissingSale[]> {
  return ((await (await person.send('GET', SALES)).json()) as { results: MissingSale[] }).results
}

async function seller() {
  const shop = await addShop(server, { name: `Kitchen ${randomUUID()}` })
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  const order = (more: object = {}) => ({
    click_id: clickId,
    order_id: 'K-1',
    amount: '80.00',
    ...more,
  })
  return { shop, ana, clickId, order }
}

/** Returns the text of the brand's call log. */
async function logOf(shop: Shop): Promise<string> {
  return (await (await enterDesk(server, shop.id)).get('/desk/postbacks')).html
}

const TODAY = () => new Date().toISOString().slice(0, 10)

describe('refused orders are missing sales of their creator', () => {
  test.each([
    ['without an amount', { amount: null }, 'amount: This field is required.'],
    ['in an unknown currency', { currency: 'XYZ' }, 'currency: Use an ISO 4217 currency code'],
    ['from before the click', { ordered_at: '2026-01-01T00:00:00Z' }, 'ordered_at: '],
    ['with an unknown parameter as well', { amount: 'much', total: '5' }, 'amount: '],
  ])('%s', async (_, wrong, why) => {
    const { shop, ana, order } = await seller()
    expect((await tell(server, shop, order(wrong))).status).toBe(400)
    expect(await missingOf(ana)).toMatchObject([
      {
        shop: shop.name,
        order_number: 'K-1',
        state: 'declined',
        refused: true,
        earning_id: null,
        answer: expect.stringContaining(`The shop’s report was refused. ${why}`),
      },
    ])
  })

  test('once, with its day and the latest reason, until the shop sends it correctly', async () => {
    const { shop, ana, order } = await seller()
    await tell(server, shop, order({ amount: null }))
    await tell(server, shop, order({ order_id: 'k-1', status: 'paid' }))
    const [sale, ...others] = await missingOf(ana)
    expect([sale?.day, others]).toEqual([TODAY(), []])
    expect(sale?.answer).toContain('status: Use pending, approved or reversed.')
    expect((await tell(server, shop, order())).status).toBe(200)
    expect(await missingOf(ana)).toEqual([])
    expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  })

  test('not if it is recorded, and only its change is refused', async () => {
    const { shop, ana, order } = await seller()
    await tell(server, shop, order({ status: 'approved' }))
    expect((await tell(server, shop, order({ status: 'approved', amount: '99' }))).status).toBe(400)
    expect((await tell(server, shop, order({ amount: 'much' }))).status).toBe(400)
    expect(await missingOf(ana)).toEqual([])
  })

  test('not if its click belongs to another shop', async () => {
    const { ana, order } = await seller()
    await tell(server, await addShop(server), order({ amount: null }))
    expect(await missingOf(ana)).toEqual([])
  })

  test('also if it waited for its click', async () => {
    const { shop, ana } = await seller()
    const { link } = await selling(server, shop, ana)
    const click_id = newClickId(Date.now() - 1000)
    const order = { click_id, order_id: 'K-2', amount: '5', status: 'reversed' }
    expect((await tell(server, shop, order)).status).toBe(202)
    await server.deps.sql`
      insert into click_events (id, link_id, brand_id, at, kind, visitor)
      values (${click_id}, ${link.id}, ${shop.id}, now(), 0, '0123456789abcdef')`
    await settleLater(server, 1000)
    expect(await missingOf(ana)).toMatchObject([
      { order_number: 'K-2', answer: expect.stringContaining('Give a reason for the reversal.') },
    ])
  })

  test('a report of the creator replaces it, and reaches the operator', async () => {
    const { shop, ana, order } = await seller()
    await tell(server, shop, order({ amount: null }))
    const report = { day: TODAY(), shop: shop.name, order_number: 'k-1', note: '' }
    expect((await ana.send('POST', SALES, report)).status).toBe(201)
    await tell(server, shop, order({ amount: null }))
    expect(await missingOf(ana)).toMatchObject([{ state: 'open', refused: false, answer: '' }])
  })

  test('it is not a task for the brand', async () => {
    const { shop, order } = await seller()
    await tell(server, shop, order({ amount: null }))
    const { html } = await (await enterDesk(server, shop.id)).get('/desk/orders')
    expect(html).toContain('No missing sales reported.')
  })
})

describe('the call log of the brand', () => {
  test('lists calls beyond the limit, and their orders are missing sales', async () => {
    const { shop, ana, order } = await seller()
    await tell(server, shop, order({ order_id: 'first' }))
    const { tries } = LIMITS.postbacksByBrand
    const setCount = (count: number) => server.deps.sql`
      update throttle set count = ${count} where key like 'postbacksByBrand:%'`
    await setCount(tries)
    expect((await tell(server, shop, order({ order_id: 'logged' }))).status).toBe(429)
    const wrong = await tell(server, shop, order({ order_id: 'wrong', amount: 'much' }))
    expect(wrong.status).toBe(429)
    await setCount(2 * tries)
    expect((await tell(server, shop, order({ order_id: 'dropped' }))).status).toBe(429)
    const html = await logOf(shop)
    expect(html).toContain('429')
    expect(html).toContain('logged')
    expect(html).not.toContain('dropped')
    expect(await missingOf(ana)).toMatchObject([
      { order_number: 'wrong', answer: expect.stringContaining('too many calls') },
      { order_number: 'logged' },
    ])
  })

  test.each([
    ['above 64 KB', 70_000],
    ['above 1 MB', 1_100_000],
  ])('lists calls %s, if a header has the key', async (_, size) => {
    const { shop, ana, order } = await seller()
    const body = order({ note: 'x'.repeat(size) })
    const send = (key: object, sent: object) =>
      server.request('POST', '/postback', { body: sent, headers: { ...key } })
    expect((await send({ 'X-Postback-Key': 'wrong' }, body)).status).toBe(413)
    expect((await send({}, { ...body, key: shop.postbackKey })).status).toBe(413)
    expect(await logOf(shop)).toContain('No calls yet')
    const refused = await send({ 'X-Postback-Key': shop.postbackKey }, body)
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { errors: { non_field_errors: ['A call can have at most 64 KB.'] } },
    ])
    expect(await logOf(shop)).toContain('A call can have at most 64 KB.')
    const orders = (await missingOf(ana)).map(({ order_number }) => order_number)
    // The body of the larger call is not read.
    expect(orders).toEqual(size < 1_000_000 ? ['K-1'] : [])
    expect(await moneyOf(server, ana)).toEqual({})
  })

  test('names unknown parameters of accepted and refused calls, and no others', async () => {
    const { shop, order } = await seller()
    await tell(server, shop, order({ order_id: 'A-1', key: shop.postbackKey }))
    expect(await logOf(shop)).not.toContain('Unknown parameters')
    await tell(server, shop, order({ order_id: 'A-2', total: 5, 'od\u0000d<b>': null }))
    expect(await logOf(shop)).toContain('Unknown parameters: total, odd&lt;b&gt;')
    await tell(server, shop, { orderid: 'A-3', [`is-${shop.postbackKey}`]: 1 })
    const html = await logOf(shop)
    expect(html).toContain('Unknown parameters: orderid, is-[key]')
    expect(html).not.toContain(shop.postbackKey)
  })
})

test('an old order is a missing sale of its own day', async () => {
  const { shop, ana, order } = await seller()
  const ordered_at = new Date(Date.now() - 100 * DAY_MS).toISOString()
  await tell(server, shop, order({ ordered_at }))
  expect(await missingOf(ana)).toMatchObject([{ day: ordered_at.slice(0, 10) }])
})
