import { createHash, randomUUID } from 'node:crypto'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { addClick, DAY_MS, settleLater, tell, type Shop } from './conversions.ts'
import type { Dice } from './dice.ts'
import type { Step, Market } from './market.ts'

const cents = (dice: Dice, below: number) => (dice.below(below) / 100).toFixed(2)

/** Reports an order. The server must accept it or reject it with 400. */
async function report(market: Market, shop: Shop, body: Record<string, unknown>) {
  const { status } = await tell(market.stage, shop, body)
  if (status === 200) market.taken.add(`${shop.id} ${String(body['order_id'])}`)
  else if (status !== 400) throw new Error(`a call of a shop was answered with ${status}`)
}

async function repeat(market: Market, dice: Dice, changes: object) {
  if (market.sent.length === 0) return
  const { shop, body } = dice.of(market.sent)
  await report(market, shop, { ...body, ...changes })
}

/** Kinds of the clicks: normal and suspicious ones. */
const KINDS = [KIND.unique, KIND.unique, KIND.human, KIND.human, KIND.bot, KIND.own]

const order: Step = async (market, dice) => {
  const { shop, person, link } = dice.of(market.places)
  const isOwn = dice.below(8) === 0
  const body = {
    click_id: await addClick(market.stage, link, { kind: dice.of(KINDS) }),
    order_id: randomUUID(),
    amount: cents(dice, 90_000),
    status: dice.of(['pending', 'pending', 'approved']),
    ...(isOwn && { customer: createHash('sha256').update(person.email).digest('hex') }),
  }
  market.sent.push({ shop, body })
  await report(market, shop, body)
}

/** Sends the same report twice and a reversal of the order, all at the same moment. */
const reportConcurrently: Step = async (market, dice) => {
  if (market.sent.length === 0) return
  const { shop, body } = dice.of(market.sent)
  const other = { ...body, status: 'reversed', reason: 'At the same time' }
  await Promise.all([body, other, body].map((one) => report(market, shop, one)))
}

/** Steps of shops, and steps of time. */
export const ORDER_STEPS: Record<string, [weight: number, act: Step]> = {
  order: [10, order],
  again: [3, (market, dice) => repeat(market, dice, {})],
  change: [2, (market, dice) => repeat(market, dice, { amount: cents(dice, 90_000) })],
  approve: [5, (market, dice) => repeat(market, dice, { status: 'approved' })],
  reverse: [3, (market, dice) => repeat(market, dice, { status: 'reversed', reason: 'Sent back' })],
  win: [2, (market, dice) => repeat(market, dice, { status: 'approved', reason: 'Dispute won' })],
  refund: [
    4,
    async (market, dice) => {
      const amount = cents(dice, 20_000)
      await repeat(market, dice, { amount, status: 'approved', reason: `Part of it, ${amount}` })
    },
  ],
  twice: [2, reportConcurrently],
  wait: [
    2,
    async (market, dice) => {
      market.days += dice.below(4)
      await settleLater(market.stage, market.days * DAY_MS)
    },
  ],
}
