import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addClick, tell } from '#support/server/money/conversions.ts'
import { brokenInvariants } from '#support/server/money/laws.ts'
import { openMarket, type Market, type Place } from '#support/server/money/market.ts'
import { redeem } from '#support/server/money/wallet.ts'
import { connectLikeOperator } from '../money/operator.ts'
import { Pair } from '../money/pair.ts'
import { Postgres } from './postgres.ts'
import type { Finding, World } from './world.ts'

const ROUNDS = 6
const SELLERS = 6
/** Maximum delay in ms before the kill: the duration of a request and a little more. */
const MAX_DELAY_MS = 80

/**
 * Kills the server with `kill -9` while payouts are requested and while shops send postbacks. The
 * clients retry.
 */
export async function moneyKilled(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world, ['max_connections=120'])
  const env = { DATA_DIR: world.folder(), DATABASE_URL: postgres.url }
  const pair = await Pair.start(world, env, 1)
  const { deps } = await connectLikeOperator(world, env, postgres.address)
  const stage = { deps, request: pair.request.bind(pair) }
  const market = await openMarket(stage, { sellers: SELLERS, signUpServer: pair.first })
  world.onClose(() => market.close())
  // Only orders of a shop that guarantees them can be redeemed at once.
  const guaranteed = market.places.filter(({ shop }) => shop.pays === 'guaranteed')
  for (const place of guaranteed) await order(market, place)
  const payouts = await killDuring(pair, () =>
    market.people.map((person) => redeem(person, { value: 10 }, { key: randomUUID() })),
  )
  const redemptions = await deps.sql<{ id: number }[]>`select id from redemptions`
  const newOrders = await killDuring(pair, () => market.places.map((place) => order(market, place)))
  const [orders] = await deps.sql<[{ rows: number; recorded: number }]>`
    select (select count(*)::int from conversions where kind = 'commission') as rows,
      (select count(*)::int from conversion_changes join conversions on conversions.id = conversion_id
        where what = 'recorded' and kind = 'commission') as recorded`
  const broken = await brokenInvariants(market)
  const answers = [...pair.answers].map(([status, times]) => `${times}×${status}`).join(' ')
  const held = broken.length === 0 && !pair.answers.has('500')
  const laws = held ? 'all invariants hold' : broken.join('; ')
  const ids = new Set(payouts.map(({ body }) => body.result?.id))
  const expected = guaranteed.length + newOrders.length
  return [
    {
      fault: 'kill -9 while money moves',
      done: `${ROUNDS} times while ${SELLERS} users redeem, each request with a key`,
      mustHold: 'one request per key; all invariants of the ledger',
      measured: `${payouts.length} keys, ${redemptions.length} requests; ${answers}; ${laws}`,
      held: held && redemptions.length === payouts.length && ids.size === payouts.length,
    },
    {
      fault: '',
      done: `${ROUNDS} times while shops send ${market.places.length} orders`,
      mustHold: 'one earning per order; all invariants of the ledger',
      measured: `${expected} sent, ${orders.rows} stored, ${orders.recorded} recorded; ${laws}`,
      held: held && orders.rows === expected && orders.recorded === expected,
    },
  ]
}

/** Starts requests and kills the server while they run, in several rounds. Returns all answers. */
async function killDuring<Answer>(pair: Pair, begin: () => Promise<Answer>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = begin()
    await sleep(Math.random() * MAX_DELAY_MS)
    await pair.kill(0)
    answers.push(...(await Promise.all(requests)))
  }
  return answers
}

async function order(market: Market, { shop, link }: Place) {
  const body = {
    click_id: await addClick(market.stage, link),
    order_id: randomUUID(),
    amount: '5000',
    status: 'approved',
  }
  market.sent.push({ shop, body })
  const { status } = await tell(market.stage, shop, body)
  if (status !== 200) throw new Error(`An order was answered with status ${status}`)
  market.taken.add(`${shop.id} ${body.order_id}`)
}
