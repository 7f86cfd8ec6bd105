import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bookSettlement, fundOrders } from '../../../server/conversions/funding.ts'
import {
  approvePayouts,
  markPaid,
  openBatch,
  openPayouts,
  rejectPayout,
  returnPayout,
} from '../../../server/wallet/payouts.ts'
import {
  addShop,
  DAY_MS,
  later,
  selling,
  tell as send,
  type Shop,
} from '#support/server/money/conversions.ts'
import { diceOf, type Dice } from '#support/server/money/dice.ts'
import { expectLaws } from '#support/server/money/money-laws.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { confirm, redeem } from '#support/server/money/wallet.ts'

vi.setConfig({ testTimeout: 20 * 60_000 })

/** How many steps, and from which seed: `MONEY_STEPS=2000 MONEY_SEED=7`. */
const STEPS = Number(process.env['MONEY_STEPS'] ?? 60)
const SEED = Number(process.env['MONEY_SEED'] ?? 20_260_512)

let server: TestServer
let shops: Shop[]
let people: Person[]
let places: { shop: Shop; clickId: string }[]

beforeAll(async () => {
  server = await createTestServer()
  await server.deps.sql`
    insert into operator_settings (key, value)
    values ('bonus', '{"on": true, "paid_by": "Split"}')`
  shops = [
    await addShop(server, { name: 'Paying', minHoldHours: 0, returnDays: 0 }),
    await addShop(
      server,
      { name: 'Slow', holdDays: 5, minHoldHours: 24 },
      { shareBasisPoints: 8000 },
    ),
    await addShop(server, { name: 'Sure', pays: 'guaranteed', minHoldHours: 0, returnDays: 2 }),
  ]
  people = await Promise.all([1, 2, 3].map(() => signUp(server)))
  places = []
  for (const person of people) {
    await confirm(server, person)
    for (const shop of shops)
      places.push({ shop, clickId: (await selling(server, shop, person)).clickId })
  }
})
afterAll(() => server.stop())

/** Whatever is sent, the server has an answer. */
async function tell(of: TestServer, shop: Shop, body: object) {
  const { status } = await send(of, shop, body)
  expect([200, 400]).toContain(status)
}

type Sent = { shop: Shop; body: Record<string, unknown> }
type World = { dice: Dice; sent: Sent[]; days: number }

const paidAt = () => ({ reference: 'T', feeCents: 0, at: new Date() })

/** Everything that may happen to money, each with how often. */
const STEPS_OF: Record<string, [weight: number, act: (world: World) => Promise<unknown>]> = {
  order: [
    6,
    async ({ dice, sent }) => {
      const { shop, clickId } = dice.of(places)
      const body = {
        click_id: clickId,
        order_id: randomUUID(),
        amount: (dice.below(90_000) / 100).toFixed(2),
        status: dice.of(['pending', 'pending', 'approved']),
      }
      sent.push({ shop, body })
      await tell(server, shop, body)
    },
  ],
  again: [3, async ({ dice, sent }) => repeat(dice, sent, {})],
  approve: [4, async ({ dice, sent }) => repeat(dice, sent, { status: 'approved' })],
  reverse: [2, ({ dice, sent }) => repeat(dice, sent, { status: 'reversed', reason: 'Sent back' })],
  win: [1, ({ dice, sent }) => repeat(dice, sent, { status: 'approved', reason: 'Dispute won' })],
  refund: [
    3,
    async ({ dice, sent }) => {
      const amount = (dice.below(20_000) / 100).toFixed(2)
      await repeat(dice, sent, { amount, status: 'approved', reason: `Part of it, ${amount}` })
    },
  ],
  twice: [
    2,
    async ({ dice, sent }) => {
      if (sent.length === 0) return
      const { shop, body } = dice.of(sent)
      const other = { ...body, status: 'reversed', reason: 'At the same time' }
      await Promise.all([body, other, body].map((one) => tell(server, shop, one)))
    },
  ],
  settle: [
    2,
    async ({ dice }) => {
      const shop = dice.of(shops)
      const at = new Date()
      const cents = 1 + dice.below(20_000)
      const paid = { brandId: shop.id, cents, reference: randomUUID(), at }
      await server.deps.db.transaction((tx) => bookSettlement(tx, paid))
      await fundOrders(server.deps.db, shop.id, at)
    },
  ],
  wait: [
    2,
    async (world) => {
      world.days += world.dice.below(4)
      await later(server, world.days * DAY_MS)
    },
  ],
  redeem: [
    4,
    async ({ dice }) => {
      const ana = dice.of(people)
      const value = dice.of([10, 25, 50, 100])
      const key = randomUUID()
      const keys = dice.of([[key], [key, key], [key, randomUUID(), randomUUID()]])
      const made = await Promise.all(keys.map((one) => redeem(ana, { value }, { key: one })))
      expect(made.every(({ status }) => status === 201 || status === 400)).toBe(true)
    },
  ],
  batch: [1, () => openBatch(server.deps.db, new Date())],
  decide: [
    3,
    async ({ dice }) => {
      const { db } = server.deps
      const open = await openPayouts(db)
      if (open.length === 0) return
      const { id } = dice.of(open)
      const at = new Date()
      await dice.of([
        () => approvePayouts(db, [id], at),
        () => Promise.all([markPaid(db, [id], paidAt()), rejectPayout(db, id, 'No', at)]),
        () => markPaid(db, [id, id], paidAt()),
        () => rejectPayout(db, id, 'No', at),
      ])()
    },
  ],
  comesBack: [
    1,
    async ({ dice }) => {
      const rows = await server.deps.sql<{ id: number }[]>`
        select id from redemptions where state = 'paid' order by id`
      if (rows.length > 0)
        await returnPayout(server.deps.db, dice.of(rows).id, 'Closed', new Date())
    },
  ],
}

async function repeat(dice: Dice, sent: Sent[], changes: object) {
  if (sent.length === 0) return
  const { shop, body } = dice.of(sent)
  await tell(server, shop, { ...body, ...changes })
}

const WEIGHTED = Object.entries(STEPS_OF).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name),
)

test(`money keeps its laws through ${STEPS} steps by chance, seed ${SEED}`, async () => {
  const world: World = { dice: diceOf(SEED), sent: [], days: 0 }
  for (let step = 0; step < STEPS; step += 1) {
    const name = world.dice.of(WEIGHTED)
    await STEPS_OF[name]?.[1](world)
    await expectLaws(server, people, shops, `seed ${SEED}, step ${step}: ${name}`)
  }
  expect(world.sent.length).toBeGreaterThan(0)
})
