import { createHash, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { users, wallets } from '../../../../server/platform/db/schema.ts'
import { redeem } from '../../../../server/money/wallet/redeem.ts'
import { FieldError } from '../../../../server/platform/http/errors.ts'
import { addShop, moneyOf, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { runOperator } from '#support/server/money/market.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

vi.setConfig({ testTimeout: 5 * 60_000 })

const server = await startTestServer()

/** One order of $100 with a commission of $10. */
type Life = {
  shop: Shop
  ana: Pick<Person, 'uuid'>
  order: Record<string, unknown>
  customer: string
}

async function begin(): Promise<Life> {
  const { db } = server.deps
  const key = `shop-${randomUUID()}`
  const shop = await addShop(server, { key, minHoldHours: 0, returnDays: 0 })
  const email = `${randomUUID()}@people.example`
  const values = { email, passwordHash: 'none', emailConfirmedAt: new Date() }
  const [user] = await db.insert(users).values(values).returning()
  if (!user) throw new Error('no user')
  await db.insert(wallets).values({ userId: user.id, paypalEmail: `pay-${email}` })
  const ana = { uuid: user.id }
  const { clickId } = await selling(server, shop, ana as Person)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '100' }
  return { shop, ana, order, customer: createHash('sha256').update(email).digest('hex') }
}

/** Returns a unique reason, because an identical call would count as a repeat. */
const because = () => `Because ${randomUUID()}`
const says = (changes: () => object) => (life: Life) =>
  tell(server, life.shop, { ...life.order, ...changes() })

async function latest({ ana }: Life): Promise<number[]> {
  const rows = await server.deps.sql<{ id: number }[]>`
    select id from redemptions where user_id = ${ana.uuid} order by id desc limit 1`
  return rows.map(({ id }) => id)
}
const payouts = (verb: string, options: object) => async (life: Life) => {
  for (const id of await latest(life))
    await runOperator({ stage: server }, ['payouts', verb, id], options)
}

async function ask({ ana }: Life) {
  try {
    await redeem(server.deps, ana.uuid, { value: 10 }, new Date())
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
  }
}

async function judge({ ana }: Life) {
  const rows = await server.deps.sql<{ id: number }[]>`
    select id from conversions where user_id = ${ana.uuid}`
  for (const { id } of rows)
    await runOperator({ stage: server }, ['conversions', 'approve', id], { why: 'Looked at' })
}

/** Events, each of which may be tried in any state. */
const EVENTS = {
  order: says(() => ({})),
  doubtful: (life: Life) => says(() => ({ customer: life.customer }))(life),
  approve: says(() => ({ status: 'approved' })),
  fund: ({ shop }: Life) =>
    runOperator({ stage: server }, ['settled', shop.key ?? ''], {
      amount: '10',
      ref: randomUUID(),
    }),
  judge,
  refund: says(() => ({ status: 'approved', amount: '50', reason: because() })),
  reverse: says(() => ({ status: 'reversed', reason: because() })),
  win: says(() => ({ status: 'approved', reason: because() })),
  ask,
  agree: payouts('approve', {}),
  batch: async (life: Life) => {
    await payouts('approve', {})(life)
    const path = `${server.deps.config.dataDir}/${randomUUID()}.csv`
    await runOperator({ stage: server }, ['payouts', 'export', path])
  },
  pay: payouts('paid', { ref: 'T', fee: '0.35' }),
  reject: payouts('rejected', { why: 'No' }),
  comeBack: payouts('returned', { why: 'Closed' }),
}
type Event = keyof typeof EVENTS

const FUNDED: Event[] = ['order', 'approve', 'fund']

/** Events that lead to each state, and the balances in it. */
const STATES: Record<string, { by: Event[]; is: string }> = {
  pending: { by: ['order'], is: 'pending 10' },
  approved: { by: ['order', 'approve'], is: 'approved 10' },
  funded: { by: FUNDED, is: 'available 10' },
  held: { by: ['doubtful'], is: 'held 10' },
  'partly refunded': { by: [...FUNDED, 'refund'], is: 'available 5' },
  reversed: { by: [...FUNDED, 'reverse'], is: '' },
  'won back': { by: [...FUNDED, 'reverse', 'win'], is: 'available 10' },
  requested: { by: [...FUNDED, 'ask', 'agree'], is: 'reserved 10' },
  'in a batch': { by: [...FUNDED, 'ask', 'batch'], is: 'reserved 10' },
  paid: { by: [...FUNDED, 'ask', 'pay'], is: 'paid 10' },
  returned: { by: [...FUNDED, 'ask', 'pay', 'comeBack'], is: 'available 10' },
}

/** Balances after an event. Events not listed change nothing. */
const CHANGES: Record<string, Partial<Record<Event, string>>> = {
  pending: {
    approve: 'approved 10',
    judge: 'approved 10',
    refund: 'approved 5',
    reverse: '',
    win: 'approved 10',
  },
  approved: { fund: 'available 10', refund: 'approved 5', reverse: '' },
  funded: { refund: 'available 5', reverse: '', ask: 'reserved 10' },
  held: { judge: 'approved 10', refund: 'held 5', reverse: '' },
  'partly refunded': { reverse: '' },
  // A reversed order that is reported again at half the amount earns half.
  reversed: { judge: 'available 10', refund: 'available 5', win: 'available 10' },
  'won back': { refund: 'available 5', reverse: '', ask: 'reserved 10' },
  // A payout request that is no longer covered is reduced or cancelled.
  requested: { refund: 'reserved 5', reverse: '', pay: 'paid 10', reject: 'available 10' },
  // A payout in a batch may already be on its way, so it stays and is deducted from later earnings.
  'in a batch': {
    refund: 'available -5, reserved 10',
    reverse: 'available -10, reserved 10',
    pay: 'paid 10',
    reject: 'available 10',
  },
  paid: {
    refund: 'available -5, paid 10',
    reverse: 'available -10, paid 10',
    comeBack: 'available 10',
  },
  returned: { refund: 'available 5', reverse: '', ask: 'reserved 10' },
}

const standing = async ({ ana }: Life): Promise<string> =>
  Object.entries(await moneyOf(server, ana))
    .filter(([, cents]) => cents !== 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([account, cents]) => `${account} ${cents / 100}`)
    .join(', ')

const TRIED = Object.keys(EVENTS).filter(
  (name) => name !== 'order' && name !== 'doubtful',
) as Event[]

async function cameTo(state: string): Promise<Life> {
  const life = await begin()
  for (const step of STATES[state]?.by ?? []) await EVENTS[step](life)
  return life
}

/** Runs the events in order and returns the balances after each. */
async function tried(state: string, events: Event[]): Promise<object[]> {
  const life = await cameTo(state)
  const told: object[] = [{ state, is: await standing(life) }]
  for (const event of events) {
    await EVENTS[event](life)
    told.push({ state, event, is: await standing(life) })
  }
  return told
}

test('every state of an order and every possible event lead to the right amounts (D-46)', async () => {
  for (const [state, { is }] of Object.entries(STATES)) {
    const changes = CHANGES[state] ?? {}
    // Events without an effect can all run on the same order.
    const idle = TRIED.filter((event) => changes[event] === undefined)
    expect(await tried(state, idle)).toEqual([
      { state, is },
      ...idle.map((event) => ({ state, event, is })),
    ])
    for (const [event, then] of Object.entries(changes) as [Event, string][])
      expect(await tried(state, [event])).toEqual([
        { state, is },
        { state, event, is: then },
      ])
  }
})
