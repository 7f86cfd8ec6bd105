import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Statement, StatementYears } from '#contract/money/statements.ts'
import { tell, reversed } from '#support/server/money/conversions.ts'
import { signUp, type Person, sessionOn } from '#support/server/people.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import type { MoneyOptions } from '../../../../server/operator/money.ts'
import {
  addCharity,
  addInstantShop,
  confirm,
  earn,
  addEarner,
  redeem,
} from '#support/server/money/wallet.ts'
import { runOperator } from '#support/server/money/market.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)

const YEAR = new Date().getUTCFullYear()

async function statementOf(person: Person, year = YEAR) {
  const answer = await person.send('GET', `/v1/bank/statements/${year}/`)
  return { status: answer.status, body: (await answer.json()) as Statement }
}

const run = (words: string, options?: MoneyOptions) =>
  runOperator({ stage: server }, words, options)

type Moved = { account: string; cents: number; at: string; reference: string }

/** Returns all ledger entries of a person. */
const entriesOf = ({ uuid }: Person) =>
  server.deps.sql<Moved[]>`
    select account, cents::int as cents, at::text as at, reference from ledger_entries
    where owner = ${uuid} order by id`

/** Computes the same figures from the entries, independently of the server. */
function recomputed(entries: readonly Moved[], year: number) {
  const inYear = ({ at }: Moved) => new Date(at).getUTCFullYear() === year
  const before = ({ at }: Moved) => new Date(at).getUTCFullYear() < year
  const sum = (some: readonly Moved[]) => some.reduce((total, { cents }) => total + cents, 0) / 100
  const isOut = ({ account }: Moved) => account === 'paid' || account === 'charity'
  const ofYear = entries.filter(inYear)
  return {
    opening: sum(entries.filter((one) => before(one) && !isOut(one))),
    closing: sum(entries.filter((one) => (before(one) || inYear(one)) && !isOut(one))),
    net: sum(ofYear.filter(({ reference }) => reference.startsWith('conversion:'))),
    paid: sum(ofYear.filter(({ account }) => account === 'paid')),
    given: sum(ofYear.filter(({ account }) => account === 'charity')),
  }
}

const on = (other: TestServer, ana: Person) => ({ ...ana, ...sessionOn(other, ana.token) })

test('a yearly statement equals the ledger to the cent', async () => {
  const ana = await addEarner(server, shop, 80.05)
  const back = await earn(server, shop, ana, 12.34)
  await earn(server, shop, ana, 33.33)
  await tell(server, shop, reversed(back))
  const paid = (await redeem(ana, { value: 25 })).body.result
  await run(`payouts paid ${paid.id}`, { ref: 'PP-1', fee: '0.35' })
  const returned = (await redeem(ana, { value: 10 })).body.result
  await run(`payouts paid ${returned.id}`, { ref: 'PP-2' })
  await run(`payouts returned ${returned.id}`, { why: 'No such account' })
  const { id: charity_id } = await addCharity(server)
  const given = (await redeem(ana, { value: 50, charity_id })).body.result
  await run(`payouts paid ${given.id}`, { ref: 'C-1' })

  const { body } = await statementOf(ana)
  expect(v.is(Statement, body)).toBe(true)
  const ledger = recomputed(await entriesOf(ana), YEAR)
  const { net, ...sums } = ledger
  expect(body).toMatchObject(sums)
  const [earned, taken_back] = [125.72, -12.34]
  expect(body).toMatchObject({ paid: 25, given: 50, earned, taken_back })
  expect(Math.round((earned + taken_back) * 100)).toBe(Math.round(net * 100))
  expect(body.by_brand).toEqual([{ name: 'Kitchen', amount: 113.38 }])
  expect(body.payouts).toMatchObject([
    { number: paid.number, amount: 25, fee: 0.35, reference: 'PP-1', kind: 'paypal' },
    { number: returned.number, amount: 10, reference: 'PP-2' },
    { number: returned.number, amount: -10, fee: 0 },
    { number: given.number, amount: 50, kind: 'charity', target: 'Sea Rescue' },
  ])
})

test('a year opens with the closing balance of the year before', async () => {
  const ana = await signUp(server)
  await confirm(server, ana)
  const last = new Date(Date.UTC(YEAR - 1, 11, 31, 23, 59))
  await earn(server, shop, ana, 40)
  // Simulates an earning in the last minute of last year.
  await server.deps.sql`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference, at)
    select '00000000-0000-4000-8000-000000000001', account, owner, cents, kind, 'conversion:0',
      ${last} from (values
        ('available', ${ana.uuid}::uuid, 700), ('platform', '00000000-0000-0000-0000-000000000000', -700)
      ) as entries (account, owner, cents), (values ('recorded')) as kinds (kind)`
  const [before, now] = [await statementOf(ana, YEAR - 1), await statementOf(ana)]
  expect(before.body).toMatchObject({ opening: 0, earned: 7, closing: 7, is_open: false })
  expect(now.body).toMatchObject({ opening: 7, earned: 40, closing: 47, is_open: true })
  expect(await ana.get('/v1/bank/statements/')).toEqual({
    results: [
      { year: YEAR, earned: 40, paid: 0 },
      { year: YEAR - 1, earned: 7, paid: 0 },
    ],
  })
})

test('a statement shows only the user’s own figures, and future years do not exist', async () => {
  const ana = await addEarner(server, shop, 80)
  const ben = await signUp(server)
  expect((await statementOf(ben)).body).toMatchObject({ earned: 0, payouts: [], by_brand: [] })
  expect(v.parse(StatementYears, await ben.get('/v1/bank/statements/'))).toEqual({ results: [] })
  for (const year of [YEAR + 1, 1999, 2 ** 31 - 1])
    expect((await statementOf(ana, year)).status).toBe(404)
})

test('users can set and delete the details printed on their receipts', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const path = '/v1/bank/receipt_details/'
  const details = { legal_name: 'Ana Sample', address: '1 Road\nTown', tax_id: 'DE 123 456 789' }
  const saved = await ana.send('PUT', path, details, { 'Idempotency-Key': 'details-1' })
  expect(saved.status).toBe(200)
  expect(await ana.get(path)).toEqual(details)
  expect((await statementOf(ana)).body.details).toEqual(details)
  const none = { legal_name: '', address: '', tax_id: '' }
  expect(await ben.get(path)).toEqual(none)
  // The tax number is stored in plain text neither in its row nor among saved answers.
  const [row] = await server.deps.sql<{ found: boolean }[]>`
    select exists (select 1 from receipt_details r where r::text like '%123 456%')
      or exists (select 1 from idempotency_keys i where i::text like '%123 456%') as found`
  expect(row?.found).toBe(false)
  expect((await ana.send('PUT', path, none)).status).toBe(200)
  expect(await ana.get(path)).toEqual(none)
})

test('above TAX_FORM_FROM a payout waits until the operator has the tax form', async () => {
  const strict = await createTestServer({ sharedServer: server, taxFormFromCents: 60_00 })
  const ana = await addEarner(server, shop, 300)
  const ask = async (value: number) => (await redeem(on(strict, ana), { value })).body.result
  const first = await ask(50)
  expect(first).toMatchObject({ state: 'in_review', note: '' })
  await run(`payouts paid ${first.id}`, { ref: 'PP-3' })
  // Ten more dollars are within the yearly limit. The next request exceeds it.
  expect(await ask(10)).toMatchObject({ state: 'requested', note: '' })
  const waiting = await ask(25)
  expect(waiting.state).toBe('in_review')
  expect(waiting.note).toMatch(
    /^Above \$60\.00 a year we need a tax form from you first\. Write to /,
  )
  expect(await run('payouts list')).toMatch(new RegExp(`${waiting.number}.*waits for a tax form`))
  for (const verb of ['approve', 'paid'])
    expect(await run(`payouts ${verb} ${waiting.id}`, { ref: 'PP-4' })).toMatch(
      new RegExp(`^refused: .*${waiting.id} is waiting for a tax form and was not changed`, 's'),
    )

  const since = '2026-05-12'
  expect(await run(`tax-form ${ana.email}`, { since: 'May' })).toMatch(/^refused: .*--since/)
  expect(await run('tax-form nobody@people.example', { since })).toMatch(
    /^refused: .*No account has this email address/,
  )
  expect(await run(`tax-form ${ana.email}`, { since })).toContain('1 payout waits')
  const released = await ana.get(`/v1/bank/redemptions/${waiting.id}/`)
  expect(released).toMatchObject({ state: 'requested', note: '' })
  expect(await ask(100)).toMatchObject({ state: 'requested' })
  expect(await run(`tax-form ${ana.email}`, { since: 'none' })).toContain('No form')
  await strict.stop()
})

test('TAX_FORM_FROM is off by default and counts payouts of one year', async () => {
  const ana = await addEarner(server, shop, 900)
  const first = (await redeem(ana, { value: 500 })).body.result
  expect(first.note).toBe('')
  await run(`payouts paid ${first.id}`, { ref: 'PP-5' })
  const strict = await createTestServer({ sharedServer: server, taxFormFromCents: 600_00 })
  await server.deps.sql`
    update redemptions set created_at = created_at - interval '1 year' where id = ${first.id}`
  const { body } = await redeem(on(strict, ana), { value: 250 })
  expect(body.result.state).toBe('requested')
  await strict.stop()
})
