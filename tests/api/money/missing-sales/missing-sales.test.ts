import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as v from 'valibot'
import {
  MissingSales,
  type MissingSale,
  type MissingSaleReport,
} from '#contract/money/missing-sales.ts'
import type { EarningDetail } from '#contract/money/earnings.ts'
import {
  addShop,
  addShopLink,
  DAY_MS,
  moneyOf,
  tell,
  addSeller,
} from '#support/server/money/conversions.ts'
import { texts } from '#support/server/activity.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import type { MoneyOptions } from '../../../../server/operator/money.ts'
import { runOperator } from '#support/server/money/market.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)
const shop = await addShop(server)

const PATH = '/v1/bank/missing_sales/'
const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const missed = (more: Partial<MissingSaleReport> = {}) => ({
  note: '',
  day: dayOf(3),
  shop: 'Kitchen',
  order_number: `K-${randomUUID()}`,
  ...more,
})

type Answer = { result: MissingSale; errors?: Record<string, string[]> }
async function report(person: Person, body: object) {
  const answer = await person.send('POST', PATH, body)
  return { status: answer.status, ...((await answer.json()) as Answer) }
}

const listOf = async (person: Person) => v.parse(MissingSales, await person.get(PATH))

const run = (words: string, options?: MoneyOptions) =>
  runOperator({ stage: server }, words, options)

test('a report of a missing sale is listed for the operator and its creator only', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const said = missed({ note: '\u001B[31mFrom my story' })
  const { status, result } = await report(ana, said)
  expect(status).toBe(201)
  expect(result).toMatchObject({ ...said, state: 'open', earning_id: null })
  expect(await listOf(ana)).toEqual({ results: [result], next: null, count: 1 })
  expect((await listOf(ben)).count).toBe(0)
  const printed = await run('conversions missing')
  expect(printed).toContain(`${result.id}  ${said.day}  Kitchen  order ${said.order_number}`)
  expect(printed).toContain(`told by ${ana.email}`)
  expect(printed).toContain('says:')
  expect(printed).not.toContain('\u001B')
})

test('an accepted report becomes an earning whose details name the operator', async ({ ana }) => {
  const link = await addShopLink(server, shop, ana)
  const said = missed()
  const { result } = await report(ana, said)
  const accept = `conversions accept ${result.id} ${link.shortCode}`
  expect(await run(accept, { amount: '80.00' })).toBe(
    `Order ${said.order_number} is pending: $8.00.`,
  )
  const [sale] = (await listOf(ana)).results
  expect(sale).toMatchObject({ state: 'accepted', earning_id: expect.any(Number) })
  const story = await ana.get<EarningDetail>(`/v1/bank/earnings/${sale?.earning_id}/`)
  const why = expect.stringContaining('You told us that it was missing') as string
  expect(story).toMatchObject({
    amount: 8,
    state: 'pending',
    attributed_by: 'operator',
    click: null,
    changes: [{ by: 'operator', why }],
  })
  expect(story.order_date.slice(0, 10)).toBe(said.day)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  // Neither the same command nor a late call of the shop pays the sale again.
  expect(await run(accept, { amount: '80.00' })).toContain(
    'is not an open report of a missing sale',
  )
  const late = { order_id: said.order_number, amount: '80.00', code: link.shortCode }
  expect((await tell(server, shop, late)).status).toBe(200)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

const accept = (id: number, code: string) =>
  run(`conversions accept ${id} ${code}`, { amount: '50' })

test('accepting a report of an order that arrived meanwhile pays nothing twice', async () => {
  const { ana, link, clickId } = await addSeller(server, shop)
  const ben = await signUp(server)
  const said = missed()
  const { result } = await report(ana, said)
  await tell(server, shop, { click_id: clickId, order_id: said.order_number, amount: '50' })
  expect(await accept(result.id, link.shortCode)).toContain('is pending: $5.00.')
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
  // The order keeps its owner when another creator reports it as missing.
  const other = await report(ben, said)
  const { shortCode } = await addShopLink(server, shop, ben)
  expect(await accept(other.result.id, shortCode)).toContain('of another account')
  expect(await accept(other.result.id, link.shortCode)).toContain(
    'the link belongs to someone else',
  )
  expect(await moneyOf(server, ben)).toEqual({})
})

test('a declined report needs a reason, which the creator reads', async ({ ana }) => {
  const said = missed()
  const { result } = await report(ana, said)
  expect(await run(`conversions decline ${result.id}`)).toContain('refused: --why')
  const why = 'The shop has no such order'
  expect(await run(`conversions decline ${result.id}`, { why })).toContain('is told why')
  expect(await run(`conversions decline ${result.id}`, { why })).toContain(
    'is not an open missing sale',
  )
  expect((await listOf(ana)).results).toMatchObject([{ state: 'declined', answer: why }])
  expect(await texts(ana)).toEqual([`Order ${said.order_number} of Kitchen was not found. ${why}.`])
})

test.each([
  ['a day that is none', { day: 'May' }, 'day', 'Enter the day of the order.'],
  ['a day to come', { day: dayOf(-3) }, 'day', 'This day is in the future.'],
  ['a day long ago', { day: dayOf(95) }, 'day', 'A sale can be at most 90 days old.'],
  ['no shop', { shop: ' ' }, 'shop', 'Choose a shop.'],
  [
    'no number',
    { order_number: '' },
    'order_number',
    'Enter the order number. The shop needs it to find the order.',
  ],
])('a report with %s is refused with an error on its field', async (_, wrong, field, text) => {
  const ana = await signUp(server)
  expect(await report(ana, missed(wrong))).toEqual({ status: 400, errors: { [field]: [text] } })
  expect((await listOf(ana)).count).toBe(0)
})

test('the same order can be reported once', async ({ ana }) => {
  const said = missed()
  await report(ana, said)
  const again = { ...said, shop: 'KITCHEN', order_number: said.order_number.toUpperCase() }
  expect((await report(ana, again)).errors).toEqual({
    order_number: ['You have already reported this order.'],
  })
})
