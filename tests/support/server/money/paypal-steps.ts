import { settlePayouts } from '../../../../server/money/paypal/payouts-job.ts'
import type { FakePaypal, Mishap } from '../hosts/paypal.ts'
import type { Dice } from './dice.ts'
import { operatorFile, runOperator, type Market, type Step } from './market.ts'

const MISHAPS: Mishap[] = ['lost', 'lost before', 'error', 'error before', 'cut', 'busy', 'ended']
const COURSES = [
  ['SUCCESS'],
  ['PENDING', 'SUCCESS'],
  ['PENDING', 'ONHOLD', 'SUCCESS'],
  ['UNCLAIMED', 'UNCLAIMED', 'SUCCESS'],
  ['UNCLAIMED', 'RETURNED'],
  ['PENDING', 'FAILED'],
  ['BLOCKED'],
  ['SUCCESS', 'SUCCESS', 'REVERSED'],
  ['SUCCESS', 'REFUNDED'],
]

/** Lets one of three requests to PayPal fail, and payouts take different courses. */
export function disturb(paypal: FakePaypal, dice: Dice): void {
  paypal.mishap = () => (dice.below(3) === 0 ? dice.of(MISHAPS) : 'none')
  paypal.statesOf = () => ({ states: [...dice.of(COURSES)] })
}

/** Opens a batch and sends it, sometimes twice at the same moment or together with an export. */
const send: Step = async (market, dice) => {
  if (!market.paypal) return
  const opened = await runOperator(market, ['payouts', 'batch'])
  const [, batch] = /^Batch (\d+)/.exec(opened) ?? []
  if (batch === undefined) return
  const toPaypal = () => runOperator(market, ['payouts', 'send', batch])
  const byHand = () => runOperator(market, ['payouts', 'export', operatorFile(market)], { batch })
  await Promise.all(
    dice.of([[toPaypal], [toPaypal, toPaypal], [toPaypal, byHand]]).map((act) => act()),
  )
}

/** Makes all batches due. The servers' job does the rest; without servers it runs here. */
const settle: Step = async ({ stage, paypal }: Market) => {
  if (!paypal) return
  const { deps } = stage
  await deps.sql`
    update payout_batches set next_look_at = now() where method = 'paypal' and next_look_at is not null`
  if (paypal.isServed)
    await deps.jobs.add(deps.db, 'payouts', {}, { key: 'payouts', queue: 'payouts' })
  else await settlePayouts(deps, new Date(), new AbortController().signal)
}

/** Steps of payouts through PayPal. They do nothing in a market without PayPal. */
export const PAYPAL_STEPS: Record<string, [weight: number, act: Step]> = {
  send: [3, send],
  settlePayouts: [4, settle],
}
