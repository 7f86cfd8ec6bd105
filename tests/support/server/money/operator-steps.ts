import { randomUUID } from 'node:crypto'
import { writeCheckpoints } from '../../../../server/money/ledger/balance.ts'
import type { Dice } from './dice.ts'
import { operatorFile, runOperator, type Step, type Market } from './market.ts'

const RECENT = 50

/** Returns the latest requests in one of these states. */
const requests = ({ stage }: Market, states: string[]) =>
  stage.deps.sql<{ id: number }[]>`
    select id from redemptions where state = any(${states}) order by id desc limit ${RECENT}`

const settle: Step = (market, dice) => {
  const { key } = dice.of(market.shops)
  const amount = ((1 + dice.below(20_000)) / 100).toFixed(2)
  return runOperator(market, ['settled', key ?? ''], { amount, ref: randomUUID() })
}

/** Exports the payouts once, or twice at the same moment. */
const exportPayouts: Step = (market, dice) =>
  Promise.all(
    Array.from({ length: dice.of([1, 1, 2]) }, () =>
      runOperator(market, ['payouts', 'export', operatorFile(market)]),
    ),
  )

const paid = { ref: 'T', fee: '0.35' }

const decide: Step = async (market, dice) => {
  const open = await requests(market, ['requested', 'in_review', 'processing'])
  if (open.length === 0) return
  const { id } = dice.of(open)
  const approve = () => runOperator(market, ['payouts', 'approve', id])
  const pay = () => runOperator(market, ['payouts', 'paid', id], paid)
  const reject = () => runOperator(market, ['payouts', 'rejected', id], { why: 'No' })
  await dice.of([approve, approve, pay, reject, () => Promise.all([pay(), reject(), pay()])])()
}

const returnPayout: Step = async (market, dice) => {
  const rows = await requests(market, ['paid'])
  if (rows.length === 0) return
  const { id } = dice.of(rows)
  await runOperator(market, ['payouts', 'returned', id], { why: 'Closed' })
}

const decideConversion: Step = async (market, dice) => {
  const held = await market.stage.deps.sql<{ id: number }[]>`
    select id from conversions where state in ('held', 'reversed') order by id desc limit ${RECENT}`
  if (held.length === 0) return
  const { id } = dice.of(held)
  const why = { why: 'Looked at' }
  const approve = () => runOperator(market, ['conversions', 'approve', id], why)
  const reverse = () => runOperator(market, ['conversions', 'reverse', id], why)
  await dice.of([approve, approve, reverse, () => Promise.all([approve(), reverse()])])()
}

/** Imports one or two gift cards, so that they are scarce. */
const importCards: Step = (market, dice) => {
  const value = dice.of([10, 25, 150])
  const cards = Array.from(
    { length: dice.of([1, 1, 2]) },
    () => `${value},CODE-${randomUUID()},1234,${dice.of(['US', 'DE'])}`,
  )
  const path = operatorFile(market, 'value,code,pin,country', ...cards)
  return runOperator(market, ['vouchers', 'import', path], { vendor: market.vendor })
}

const checkpoint: Step = ({ stage }, dice: Dice) => writeCheckpoints(stage.deps.db, dice.below(20))

/** Steps of the operator, by name. */
export const OPERATOR_STEPS: Record<string, [weight: number, act: Step]> = {
  settle: [4, settle],
  batch: [2, exportPayouts],
  decide: [5, decide],
  comesBack: [1, returnPayout],
  judge: [2, decideConversion],
  stock: [2, importCards],
  checkpoint: [1, checkpoint],
}
