import type { Dice } from './dice.ts'
import type { Step, Market } from './market.ts'
import { OPERATOR_STEPS } from './operator-steps.ts'
import { ORDER_STEPS } from './order-steps.ts'
import { PAYPAL_STEPS } from './paypal-steps.ts'
import { WALLET_STEPS } from './wallet-steps.ts'

/** All steps, with their frequency. */
const STEPS: Record<string, [weight: number, act: Step]> = {
  ...ORDER_STEPS,
  ...WALLET_STEPS,
  ...OPERATOR_STEPS,
  ...PAYPAL_STEPS,
}

const WEIGHTED = Object.entries(STEPS).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name),
)

/** Takes a random step and returns its name. */
export async function takeStep(market: Market, dice: Dice): Promise<string> {
  const name = dice.of(WEIGHTED)
  await STEPS[name]?.[1](market, dice)
  return name
}
