import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addVouchers, type NewVoucher } from '../../../../server/money/wallet/import-vouchers.ts'
import { approvePayouts, markPaid, rejectPayout } from '../../../../server/money/wallet/payouts.ts'
import { DAY_MS, tell } from '#support/server/money/conversions.ts'
import { PASSWORD, signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  addInstantShop,
  addVendor,
  balanceOf,
  cardOf,
  earn,
  addEarner,
  redeem,
  requestsOf,
  VOUCHER,
} from '#support/server/money/wallet.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)

const at = new Date()
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Adds a vendor with these gift cards and returns its offers. */
async function stocked(...cards: Partial<NewVoucher>[]) {
  const vendor = await addVendor(server)
  const given = cards.map((card) => ({
    valueCents: 2500,
    code: `CODE-${randomUUID()}`,
    pin: '1234',
    country: 'US',
    endsOn: null,
    ...card,
  }))
  const { db, secrets } = server.deps
  await db.transaction((tx) => addVouchers(tx, secrets, vendor.id, given))
  const [offer] = await offers(await signUp(server), vendor.id)
  return { vendor, given, offer: offer?.id ?? 0 }
}

type Offer = { id: number; value: number; in_stock: boolean; ends_on: string | null }
const offers = async (ana: Person, vendor: number) => {
  return (await ana.get<{ results: Offer[] }>(`/v1/shop/vouchers?vendor=${vendor}`)).results
}

/** Creates a user who has been paid before, so that no first review is needed. */
async function regular(dollars: number) {
  const ana = await addEarner(server, shop, dollars + 10)
  const { body } = await redeem(ana, { value: 10 })
  await markPaid(server.deps.db, [body.result.id], { reference: '', feeCents: 0, at })
  return ana
}

const take = (ana: Person, voucher_id: number, key?: string) =>
  redeem(ana, { voucher_id }, { path: VOUCHER, ...(key !== undefined && { key }) })

test('a gift card is delivered with its code, which can be read again later (R-392, R-396, R-405, R-406, R-407)', async () => {
  const { vendor, given, offer } = await stocked({})
  const ana = await regular(60)
  const inStock = { id: vendor.id, name: 'Bookshop', logo_url: null, in_stock: true }
  const { results } = await ana.get<{ results: object[] }>('/v1/shop/vendors')
  expect(results).toContainEqual(inStock)
  const { status, body } = await take(ana, offer)
  const code = { code: given[0]?.code, pin: '1234' }
  const card = { kind: 'voucher', state: 'paid', amount: 25, target: 'Bookshop', ...code }
  expect({ status, body }).toMatchObject({ status: 201, body: { result: card } })
  const shown = await cardOf(ana, body.result.id)
  expect(shown.body.result).toMatchObject({ ...code, terms: '$25.00 USD, good in US.' })
  const bob = await signUp(server)
  const foreign = await bob.send('GET', `/v1/bank/redemptions/${body.result.id}/`)
  expect([foreign.status, (await cardOf(bob, body.result.id)).status]).toEqual([404, 404])
  expect(await balanceOf(ana)).toMatchObject({ available: 35, redeemed: 35 })
  expect(await offers(ana, vendor.id)).toMatchObject([{ id: offer, value: 25, in_stock: false }])
})

test('of two users who want the last card one gets it, and the other keeps the money (R-407, D-50)', async () => {
  const { offer } = await stocked({})
  const people = await Promise.all([regular(30), regular(30), regular(30)])
  const answers = await Promise.all(people.map((ana) => take(ana, offer)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const left = await Promise.all(people.map(async (ana) => (await balanceOf(ana)).available))
  const got = answers.map(({ status, body }) => ({ status, errors: body.errors }))
  const soldOut = { status: 400, errors: { voucher_id: ['This gift card is sold out.'] } }
  expect(got.filter(({ status }) => status !== 201)).toEqual([soldOut, soldOut])
  expect(left).toEqual(answers.map(({ status }) => (status === 201 ? 5 : 30)))
})

test('with one key a card is bought once; another card with that key is refused', async () => {
  const { offer } = await stocked({}, {}, {})
  const other = await stocked({ valueCents: 1000 })
  const ana = await regular(100)
  const key = randomUUID()
  const same = await Promise.all([1, 2, 3].map(() => take(ana, offer, key)))
  expect(new Set(same.map(({ body }) => body.result.code)).size).toBe(1)
  expect(await balanceOf(ana)).toMatchObject({ available: 75 })
  const headers = { 'Idempotency-Key': key }
  const wanted = { voucher_id: other.offer, password: PASSWORD }
  expect((await ana.send('POST', VOUCHER, wanted, headers)).status).toBe(409)
  expect((await take(ana, offer, randomUUID())).status).toBe(201)
  expect(await balanceOf(ana)).toMatchObject({ available: 50 })
})

test('codes are stored encrypted, and no stored answer contains one', async () => {
  const { given, offer } = await stocked({})
  await take(await regular(30), offer, randomUUID())
  for (const table of ['vouchers', 'idempotency_keys', 'redemptions', 'activity_items']) {
    const rows = await server.deps.pool.query(`select * from ${table}`)
    expect(JSON.stringify(rows.rows)).not.toContain(given[0]?.code)
  }
})

test('cards are not sold within thirty days of their expiry', async () => {
  const ana = await regular(60)
  for (const days of [-1, 0, 30]) {
    const { vendor, offer } = await stocked({ endsOn: day(days) })
    expect((await offers(ana, vendor.id))[0]?.in_stock).toBe(false)
    const errors = { voucher_id: ['This gift card is sold out.'] }
    expect((await take(ana, offer)).body.errors).toEqual(errors)
  }
  const { offer, given } = await stocked({ endsOn: day(90) }, { endsOn: day(60) })
  expect((await take(ana, offer)).body.result.code).toBe(given[1]?.code)
})

test('a card shows its currency, country and expiry', async () => {
  const ana = await regular(60)
  const { vendor } = await stocked(
    { country: 'DE', endsOn: day(90) },
    { country: 'DE', endsOn: day(20) },
    { country: 'DE' },
    { country: 'FR' },
  )
  const said = async () =>
    (await offers(ana, vendor.id)).map((offer) => ({ ...offer, id: 0, vendor_id: 0 }))
  const one = { id: 0, vendor_id: 0, value: 25, currency: 'USD', in_stock: true }
  expect(await said()).toEqual([
    { ...one, country: 'DE', ends_on: day(90) },
    { ...one, country: 'FR', ends_on: null },
  ])
  const [german] = await offers(ana, vendor.id)
  const { body } = await take(ana, german?.id ?? 0)
  expect(body.result.terms).toBe(`$25.00 USD, good in DE, until ${day(90)}.`)
  expect((await said())[0]).toEqual({ ...one, country: 'DE', ends_on: null })
})

const endOn = (id: number, days: number) =>
  server.deps.sql`update vouchers set ends_on = ${day(days)} where redemption_id = ${id}`

test('a waiting card that is about to expire is replaced by another', async () => {
  const ana = await addEarner(server, shop, 60)
  const { offer, given } = await stocked({ endsOn: day(60) }, { endsOn: day(90) })
  const { id } = (await take(ana, offer)).body.result
  await endOn(id, 20)
  expect(await approvePayouts(server.deps.db, [id], at)).toEqual({ done: [id], refused: [] })
  const { body } = await cardOf(ana, id)
  expect(body.result).toMatchObject({ state: 'paid', code: given[1]?.code })
  const held = await server.deps.sql`select code_hash from vouchers where redemption_id = ${id}`
  expect(held).toHaveLength(1)
})

test('without another card it is not delivered, and the money can be returned', async () => {
  const ana = await addEarner(server, shop, 60)
  const { offer } = await stocked({ endsOn: day(60) })
  const { id } = (await take(ana, offer)).body.result
  await endOn(id, 30)
  const paid = { reference: '', feeCents: 0, at }
  const state = 'in_review, with a gift card that ends too soon and no other in stock,'
  const refusal = { done: [], refused: [{ id, state }] }
  expect(await approvePayouts(server.deps.db, [id], at)).toEqual(refusal)
  expect(await markPaid(server.deps.db, [id], paid)).toEqual(refusal)
  const { body } = await cardOf(ana, id)
  expect(body.result).toMatchObject({ state: 'in_review', code: null })
  await rejectPayout(server.deps.db, id, 'Ended', at)
  expect(await balanceOf(ana)).toMatchObject({ available: 60, reserved: 0 })
})

test.each([
  ['the first of an account', 2500, () => addEarner(server, shop, 60)],
  ['a dear one', 10_001, () => regular(300)],
])('a card waits for the operator and keeps its code: %s', async (_, valueCents, addPerson) => {
  const [ana, { offer, given }] = [await addPerson(), await stocked({ valueCents })]
  const { body } = await take(ana, offer)
  expect(body.result).toMatchObject({ state: 'in_review', code: null, pin: null })
  await approvePayouts(server.deps.db, [body.result.id], at)
  const shown = await cardOf(ana, body.result.id)
  expect(shown.body.result).toMatchObject({ state: 'paid', code: given[0]?.code })
})

test('a card of a hundred dollars is delivered at once', async () => {
  const { offer, given } = await stocked({ valueCents: 10_000 })
  const { body } = await take(await regular(110), offer)
  expect(body.result).toMatchObject({ state: 'paid', code: given[0]?.code })
})

test('a reversal takes back a waiting card completely, and others can buy it', async () => {
  const ana = await addEarner(server, shop, 20)
  const order = await earn(server, shop, ana, 10)
  const { vendor, offer } = await stocked({})
  const { id } = (await take(ana, offer)).body.result
  await tell(server, shop, { ...order, status: 'reversed', reason: 'Sent back' })
  const { results, balance } = await requestsOf(ana)
  expect(results).toMatchObject([{ id, amount: 25, state: 'rejected' }])
  expect(balance).toMatchObject({ available: 20, reserved: 0, redeemed: 0 })
  expect((await cardOf(ana, id)).body.result.code).toBeNull()
  expect((await offers(ana, vendor.id))[0]?.in_stock).toBe(true)
  expect((await take(await regular(30), offer)).status).toBe(201)
})

test('a rejected card can be bought by others, and the money is returned', async () => {
  const ana = await addEarner(server, shop, 60)
  const { offer } = await stocked({})
  const { body } = await take(ana, offer)
  await rejectPayout(server.deps.db, body.result.id, 'Not you', at)
  expect(await balanceOf(ana)).toMatchObject({ available: 60, reserved: 0 })
  expect((await take(await regular(30), offer)).status).toBe(201)
})

test('a card above the balance, below the threshold, or out of stock is refused', async () => {
  const ana = await addEarner(server, shop, 20)
  const [dear, cheap] = [await stocked({}), await stocked({ valueCents: 500 })]
  const errorsOf = async (offer: number) => (await take(ana, offer)).body.errors
  expect(await errorsOf(dear.offer)).toEqual({ value: ['You have $20.00 available.'] })
  expect(await errorsOf(cheap.offer)).toEqual({ value: ['You can redeem $10.00 or more.'] })
  expect(Object.keys((await errorsOf(2 ** 31 - 1)) ?? {})).toEqual(['voucher_id'])
})

test('a code that was imported before is ignored', async () => {
  const { vendor, given } = await stocked({})
  const { db, secrets } = server.deps
  expect(await db.transaction((tx) => addVouchers(tx, secrets, vendor.id, given))).toBe(0)
})
