import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  selling,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { texts } from '#support/server/activity.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { moneyCommand, type MoneyOptions } from '../../../../server/operator/money.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(() => server.stop())

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

async function report(person: Person, body: object) {
  const answer = await person.send('POST', PATH, body)
  const { result, errors } = (await answer.json()) as {
    result: MissingSale
    errors?: Record<string, string[]>
  }
  return { status: answer.status, result, errors }
}

const listOf = async (person: Person) =>
  v.parse(MissingSales, await (await person.send('GET', PATH)).json())

/** Runs an operator command and returns its output or its error message. */
async function run(words: string, options: MoneyOptions = {}): Promise<string> {
  const command = moneyCommand(words.split(' '))
  if (!command) return 'no such command'
  try {
    return await command(options)(server.deps.db, server.deps.config)
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

test('a sale that is missing is listed for the operator, and for its creator alone', async () => {
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

test('an accepted one is a conversion like any other, and its story says where it came from', async () => {
  const ana = await signUp(server)
  const link = await addShopLink(server, shop, ana)
  const said = missed()
  const { result } = await report(ana, said)
  const accept = `conversions accept ${result.id} ${link.shortCode}`
  expect(await run(accept, { amount: '80.00' })).toBe(
    `Order ${said.order_number} is pending: $8.00.`,
  )
  const [sale] = (await listOf(ana)).results
  expect(sale).toMatchObject({ state: 'accepted', earning_id: expect.any(Number) })
  const answer = await ana.send('GET', `/v1/bank/earnings/${sale?.earning_id}/`)
  const story = (await answer.json()) as EarningDetail
  expect(story).toMatchObject({
    amount: 8,
    state: 'pending',
    attributed_by: 'operator',
    click: null,
  })
  expect(story.order_date.slice(0, 10)).toBe(said.day)
  expect(story.changes).toMatchObject([
    { by: 'operator', why: expect.stringContaining('You told us that it was missing') },
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  // Neither the same command nor a late call of the shop pays the sale again.
  expect(await run(accept, { amount: '80.00' })).toContain('is no sale that waits for an answer')
  const late = { order_id: said.order_number, amount: '80.00', code: link.shortCode }
  expect((await tell(server, shop, late)).status).toBe(200)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('one that has come in meanwhile is found, and nothing is paid twice', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const { link, clickId } = await selling(server, shop, ana)
  const said = missed()
  const { result } = await report(ana, said)
  await tell(server, shop, { click_id: clickId, order_id: said.order_number, amount: '50' })
  expect(
    await run(`conversions accept ${result.id} ${link.shortCode}`, { amount: '50' }),
  ).toContain('is pending: $5.00.')
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
  // The order keeps its owner when another creator reports it as missing.
  const other = await report(ben, said)
  const { shortCode } = await addShopLink(server, shop, ben)
  expect(
    await run(`conversions accept ${other.result.id} ${shortCode}`, { amount: '50' }),
  ).toContain('somebody else’s')
  expect(
    await run(`conversions accept ${other.result.id} ${link.shortCode}`, { amount: '50' }),
  ).toContain('is no link of theirs')
  expect(await moneyOf(server, ben)).toEqual({})
})

test('one that is not found is declined with a reason, which its creator is told', async () => {
  const ana = await signUp(server)
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
  ['a day that is none', { day: 'May' }, 'day', 'Give the day of the order.'],
  ['a day to come', { day: dayOf(-3) }, 'day', 'This day is still to come.'],
  ['a day long ago', { day: dayOf(95) }, 'day', 'A sale can be at most 90 days old.'],
  ['no shop', { shop: ' ' }, 'shop', 'Say which shop it was.'],
  ['no number', { order_number: '' }, 'order_number', 'The shop finds the order by its number.'],
])('%s is refused on its field', async (_, wrong, field, text) => {
  const ana = await signUp(server)
  expect(await report(ana, missed(wrong))).toMatchObject({
    status: 400,
    errors: { [field]: [text] },
  })
  expect((await listOf(ana)).count).toBe(0)
})

test('the same order is told of once', async () => {
  const ana = await signUp(server)
  const said = missed()
  await report(ana, said)
  const again = { ...said, shop: 'KITCHEN', order_number: said.order_number.toUpperCase() }
  expect((await report(ana, again)).errors).toEqual({
    order_number: ['You have told us of this order already.'],
  })
})
