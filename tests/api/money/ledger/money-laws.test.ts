import { afterAll, expect, test, vi } from 'vitest'
import { FakePaypal } from '#support/server/hosts/paypal.ts'
import { createDice } from '#support/server/money/dice.ts'
import { brokenInvariants } from '#support/server/money/laws.ts'
import { lookAtCards, openMarket } from '#support/server/money/market.ts'
import { disturb } from '#support/server/money/paypal-steps.ts'
import { takeStep } from '#support/server/money/steps.ts'
import { startTestServer } from '#support/server/test-app.ts'

vi.setConfig({ testTimeout: 20 * 60_000 })

/** Number of steps and the random seed. Can be set: `MONEY_STEPS=2000 MONEY_SEED=7`. */
const STEPS = Number(process.env['MONEY_STEPS'] ?? 200)
const SEED = Number(process.env['MONEY_SEED'] ?? 20_260_512)
/**
 * Number of steps between two checks of all laws. `MONEY_EVERY=1` finds the step that breaks one.
 */
const EVERY = Number(process.env['MONEY_EVERY'] ?? 5)

const paypal = await FakePaypal.start()
const server = await startTestServer({ paypal: paypal.settings })
const market = await openMarket(server, { sellers: 3, paypal })
afterAll(() => {
  market.close()
  return paypal.stop()
})

test(`${STEPS} random steps keep the invariants of the ledger, seed ${SEED}`, async () => {
  const dice = createDice(SEED)
  disturb(paypal, createDice(SEED + 1))
  const done: string[] = []
  for (let step = 1; step <= STEPS; step += 1) {
    done.push(await takeStep(market, dice))
    if (step % EVERY !== 0 && step < STEPS) continue
    const where = `seed ${SEED}, step ${step}, after ${done.slice(-EVERY).join(', ')}`
    expect({ where, broken: await brokenInvariants(market) }).toEqual({ where, broken: [] })
  }
  for (const person of market.people) await lookAtCards(market, person, Infinity)
  expect(await brokenInvariants(market)).toEqual([])
  expect(market.taken.size).toBeGreaterThan(0)
})
