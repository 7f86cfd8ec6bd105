import { expect, test } from 'vitest'
import { editLink } from '#support/server/links.ts'
import { addShop, moneyOf, selling, tell } from '#support/server/money/conversions.ts'
import { rowsOf } from '#support/server/links/csv.ts'
import { exportFile } from '#support/server/links/exports.ts'
import { analytics, changeTimeZone } from '#support/server/money/analytics.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })
// A name that a spreadsheet would read as a formula.
const shop = await addShop(server, { name: '=Kitchen()' })

let orders = 0
async function sell(ana: Person, order: object) {
  const { link, clickId } = await selling(server, shop, ana)
  const orderId = `export-${++orders}`
  const call = { click_id: clickId, order_id: orderId, ...order }
  const answer = await tell(server, shop, call)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return { link, orderId }
}

const file = async (ana: Person, filter: object = {}) =>
  rowsOf(await exportFile(server, ana, { kind: 'commissions', ...filter }))

const cents = (dollars: string | undefined) => Math.round(Number(dollars) * 100)

test('an export of commissions equals the ledger to the cent (R-389, R-409)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await sell(ana, { amount: '100.05' })
  await sell(ana, { amount: '0.30', status: 'approved' })
  const back = await sell(ana, { amount: '70' })
  await tell(server, shop, {
    order_id: back.orderId,
    amount: '70',
    status: 'reversed',
    reason: 'Sent back',
  })
  await sell(ben, { amount: '900' })

  const rows = await file(ana)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    kind: 'commission',
    brand: "'=Kitchen()",
    link: 'Lamp',
    state: 'pending',
    order_amount: '100.05',
    order_currency: 'USD',
    base_kind: 'net',
    base_usd: '100.05',
    percentage: '10',
    commission_usd: '10.00',
    approved_at: '',
  })
  expect(rows[1]).toMatchObject({ state: 'approved', commission_usd: '0.03' })
  expect(rows[2]).toMatchObject({ state: 'reversed', commission_usd: '0.00' })
  expect(rows[2]?.['reversed_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

  const sums = await moneyOf(server, ana)
  const inLedger = Object.values(sums).reduce((total, one) => total + one, 0)
  expect(rows.reduce((total, row) => total + cents(row['commission_usd']), 0)).toBe(inLedger)

  // The same numbers as in the app.
  const { totals } = await analytics(ana)
  const counted = rows.filter((row) => row['state'] !== 'reversed')
  expect({ orders: totals.conversions, cents: Math.round(totals.commissions * 100) }).toEqual({
    orders: counted.length,
    cents: inLedger,
  })
  expect(Math.round(totals.revenue * 100)).toBe(
    counted.reduce((total, row) => total + cents(row['base_usd']), 0),
  )
})

test('an export of commissions can be limited to days, a link and a tag, and can be empty', async () => {
  const ana = await signUp(server)
  const { link } = await sell(ana, { amount: '10' })
  await sell(ana, { amount: '20' })
  await editLink(ana, { uuid: link.id }, { tags: ['lamp'] })
  const sums = async (filter: object) =>
    (await file(ana, filter)).map((row) => row['commission_usd'])
  expect(await sums({})).toEqual(['1.00', '2.00'])
  expect(await sums({ link_uuid: link.id })).toEqual(['1.00'])
  expect(await sums({ tags: ['lamp'] })).toEqual(['1.00'])
  expect(await sums({ date_to: '2020-01-01' })).toEqual([])
  expect(await sums({ date_from: '2020-01-01' })).toHaveLength(2)
})

test('an export of commissions uses the days of the user’s time zone (R-389)', async () => {
  const ana = await signUp(server)
  await sell(ana, { amount: '10' })
  const [row] = await file(ana)
  const at = new Date(row?.['ordered_at'] ?? '')
  // A time zone in which it is not the same day as in UTC.
  const timeZone = at.getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await changeTimeZone(server, ana, timeZone)
  const there = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  for (const [day, rows] of [
    [there, 1],
    [at.toISOString().slice(0, 10), 0],
  ] as const) {
    const filter = { date_from: day, date_to: day }
    expect(await file(ana, filter)).toHaveLength(rows)
    expect((await analytics(ana, filter)).totals.conversions).toBe(rows)
  }
})

test('an amount in yen has no decimals', async () => {
  const ana = await signUp(server)
  await sell(ana, { amount: '1500', currency: 'JPY' })
  const [row] = await file(ana)
  // The currency has no rate yet, so the order is listed without a commission.
  expect(row).toMatchObject({ order_amount: '1500', order_currency: 'JPY', commission_usd: '0.00' })
})
