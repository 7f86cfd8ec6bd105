import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Earnings } from '#contract/money/earnings.ts'
import { selling, tell } from '#support/server/money/conversions.ts'
import { runOperator } from '#support/server/money/market.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addInstantShop } from '#support/server/money/wallet.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)
const shop = await addInstantShop(server)

test('a hold can be appealed by its creator only', async ({ ana }) => {
  const { clickId } = await selling(server, shop, ana)
  const customer = createHash('sha256').update(ana.email).digest('hex')
  await tell(server, shop, { click_id: clickId, order_id: randomUUID(), amount: '50', customer })
  const [held] = (await ana.get<Earnings>('/v1/bank/pending_earnings/')).results
  expect(held).toMatchObject({ state: 'held', held: { rule: 'own-customer', appealed_at: null } })
  const path = `/v1/bank/earnings/${held?.id}/appeal/`
  const said = { text: 'My sister bought it.' }
  expect((await (await signUp(server)).send('POST', path, said)).status).toBe(404)
  expect((await ana.send('POST', path, { text: ' ' })).status).toBe(400)
  const appealed = await (await ana.send('POST', path, said)).json()
  expect(appealed).toMatchObject({ held: { appealed_at: expect.any(String) as unknown } })
})

test('an appeal is kept despite a simultaneous decision', async ({ ana }) => {
  const { clickId } = await selling(server, shop, ana)
  const customer = createHash('sha256').update(ana.email).digest('hex')
  const order = { click_id: clickId, order_id: randomUUID(), amount: '50', customer }
  await tell(server, shop, order)
  const [held] = await server.deps.sql<{ id: number }[]>`
    select id from conversions where user_id = ${ana.uuid}`
  const path = `/v1/bank/earnings/${held?.id}/appeal/`
  const smaller = (amount: number) => tell(server, shop, { ...order, amount: String(amount) })
  const decisions = [40, 30, 20, 10].map(smaller)
  const answers = [1, 2, 3].map((n) => ana.send('POST', path, { text: `Word ${n}` }))
  await Promise.all([...decisions, ...answers])
  const [row] = await server.deps.sql<{ appeal: string; appealed_at: string | null }[]>`
    select appeal, appealed_at from conversions where id = ${held?.id ?? 0}`
  expect(row?.appeal).toMatch(/^Word \d$/)
  expect(row?.appealed_at).not.toBeNull()
})

test('an appeal is in the operator’s list, however many others wait', async ({ ana, ben }) => {
  await server.deps.sql`
    insert into conversions (order_id, user_id, attributed_by, state, account, hold_rule, hold_look_at,
      ordered_at, hold_ends_at, min_hold_ends_at, return_ends_at)
    select 'waits-' || n, ${ben.uuid}, 'click', 'held', 'held', 'own-device', now(), now(), now(),
      now(), now() + interval '1 day' from generate_series(1, 101) as n`
  const { clickId } = await selling(server, shop, ana)
  const customer = createHash('sha256').update(ana.email).digest('hex')
  await tell(server, shop, { click_id: clickId, order_id: 'heard', amount: '50', customer })
  const [held] = await server.deps.sql<{ id: number }[]>`
    select id from conversions where order_id = 'heard'`
  const text = 'My sister bought this one.'
  await ana.send('POST', `/v1/bank/earnings/${held?.id}/appeal/`, { text })
  const list = await runOperator({ stage: server }, ['conversions', 'list'], {
    waiting: true,
  })
  expect(list).toMatch(
    / heard {2}\$5\.00 {2}held: own-customer, look again by .*\n {2}objects: My sister bought this one\./,
  )
  expect(list).toContain('More orders wait: these are the first 100.')
})
