import { randomUUID } from 'node:crypto'
import type { Earnings } from '#contract/money/earnings.ts'
import type { Voucher } from '#contract/money/wallet.ts'
import type * as v from 'valibot'
import type { Dice } from './dice.ts'
import type { Person } from '../people.ts'
import { redeem as ask, VOUCHER, type Answered } from './wallet.ts'
import { lookAtCards, recordCode, type Step, type Market } from './market.ts'

/** Returns idempotency keys: one, the same twice, or several for requests at the same moment. */
const keysOf = (dice: Dice): string[] => {
  const key = randomUUID()
  return dice.of([[key], [key, key], [key, randomUUID(), randomUUID()]])
}

/** Accepts 429 too, because a killed process does not release its password attempt. */
function check({ status }: Answered) {
  if (![201, 400, 429].includes(status))
    throw new Error(`a request for money was answered with ${status}`)
}

const redeem: Step = async ({ people, charityId }, dice) => {
  const person = dice.of(people)
  const body = {
    value: dice.of([10, 25, 50, 100]),
    ...(dice.below(3) === 0 && { charity_id: charityId }),
  }
  const made = await Promise.all(keysOf(dice).map((key) => ask(person, body, { key })))
  made.forEach(check)
}

/** Redeems the whole balance. */
const redeemAll: Step = async ({ people }, dice) => {
  const person = dice.of(people)
  const values = await person.send('GET', '/v1/shop/paypal/values/paypal')
  const { max } = (await values.json()) as { max: number }
  check(await ask(person, { value: max }, { key: randomUUID() }))
}

async function takeCard(market: Market, person: Person, voucher_id: number, key: string) {
  const answer = await ask(person, { voucher_id }, { path: VOUCHER, key })
  check(answer)
  if (answer.status === 201) recordCode(market, person, answer.body.result)
}

async function offer({ people }: Market, dice: Dice): Promise<number | undefined> {
  const answer = await dice.of(people).send('GET', '/v1/shop/vouchers')
  const { results } = (await answer.json()) as { results: Voucher[] }
  return results.length === 0 ? undefined : dice.of(results).id
}

const card: Step = async (market, dice) => {
  const id = await offer(market, dice)
  const person = dice.of(market.people)
  const keys = keysOf(dice)
  if (id !== undefined) await Promise.all(keys.map((key) => takeCard(market, person, id, key)))
}

/** Lets everyone redeem the same gift card, of which there may be only one. */
const redeemSameCard: Step = async (market, dice) => {
  const id = await offer(market, dice)
  if (id === undefined) return
  await Promise.all(market.people.map((one) => takeCard(market, one, id, randomUUID())))
}

const appeal: Step = async ({ people }, dice) => {
  const person = dice.of(people)
  const answer = await person.send('GET', '/v1/bank/pending_earnings/?page_size=100')
  const { results } = (await answer.json()) as v.InferOutput<typeof Earnings>
  const held = results.filter(({ state }) => state === 'held')
  if (held.length === 0) return
  const path = `/v1/bank/earnings/${dice.of(held).id}/appeal/`
  const { status } = await person.send('POST', path, { text: 'My sister bought it.' })
  // The operator may have decided meanwhile.
  if (status !== 200 && status !== 404) throw new Error(`an appeal was answered with ${status}`)
}

const settings: Step = async ({ people }, dice) => {
  const payment_threshold = 10 + dice.below(40)
  const edit = { payment_threshold, auto_redeem: dice.of([true, false, false]) }
  await dice.of(people).send('PATCH', '/v1/bank/redemptions/settings/', edit)
}

/** Steps of creators. */
export const WALLET_STEPS: Record<string, [weight: number, act: Step]> = {
  redeem: [5, redeem],
  redeemAll: [1, redeemAll],
  card: [3, card],
  rush: [2, redeemSameCard],
  look: [1, (market, dice) => lookAtCards(market, dice.of(market.people))],
  appeal: [2, appeal],
  settings: [1, settings],
}
