import type { Dice } from './dice.ts'
import type { Act, Market } from './market.ts'
import { OPERATOR_STEPS } from './operator-steps.ts'
import { ORDER_STEPS } from './order-steps.ts'
import { WALLET_STEPS } from './wallet-steps.ts'

/** Everything that may happen to money, each with how often. */
const STEPS: Record<string, [weight: number, act: Act]> = {
  ...ORDER_STEPS,
  ...WALLET_STEPS,
  ...OPERATOR_STEPS,
}

const WEIGHTED = Object.entries(STEPS).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name),
)

/** Something happens; answers what. */
export async function takeStep(market: Market, dice: Dice): Promise<string> {
  const name = dice.of(WEIGHTED)
  await STEPS[name]?.[1](market, dice)
  return name
}
