import { afterAll, beforeEach, expect } from 'vitest'
import { settlePayouts } from '../../../../server/money/paypal/payouts-job.ts'
import { statusCommand } from '../../../../server/operator/status.ts'
import type { Redemption } from '#contract/money/wallet.ts'
import { FakePaypal, type Mishap } from '../hosts/paypal.ts'
import type { Person } from '../people.ts'
import { startTestServer } from '../test-app.ts'
import { runOperator } from './market.ts'
import { addEarner, addInstantShop, redeem, requestsOf } from './wallet.ts'

const MINUTE_MS = 60_000

/** Starts a server that sends payouts through a fake PayPal, which each test finds empty. */
export async function startPayouts() {
  const paypal = await FakePaypal.start()
  const { statesOf, mishap } = paypal
  const server = await startTestServer({ paypal: paypal.settings })
  afterAll(() => paypal.stop())
  beforeEach(async () => {
    Object.assign(paypal, { statesOf, mishap, refusal: undefined, batchState: 'SUCCESS' })
    paypal.pageSize = 1000
    paypal.batches.clear()
    paypal.requests.length = 0
    // Batches of earlier tests stay as they are.
    await server.deps.sql`update payout_batches set next_look_at = null, problem = ''`
  })
  const shop = await addInstantShop(server)
  const run = (words: string, options = {}) => runOperator({ stage: server }, words, options)
  const { db, config } = server.deps
  return {
    paypal,
    server,
    shop,
    run,
    /** Runs the job as if this many minutes had passed. */
    settle: (minutes = 0) =>
      settlePayouts(
        server.deps,
        new Date(Date.now() + minutes * MINUTE_MS),
        new AbortController().signal,
      ),
    /** Creates a person with an approved PayPal request. */
    requested: async (dollars: number): Promise<{ ana: Person; id: number }> => {
      const ana = await addEarner(server, shop, dollars)
      const { id } = (await redeem(ana, { value: dollars })).body.result
      expect(await run(`payouts approve ${id}`)).toBe('1 payout is approved.')
      return { ana, id }
    },
    /** Opens a batch of all requests and returns its number. */
    batched: async (): Promise<number> => {
      const [, number = ''] = /^Batch (\d+): /.exec(await run('payouts batch')) ?? []
      return Number(number)
    },
    latest: async (ana: Person): Promise<Redemption | undefined> =>
      (await requestsOf(ana)).results[0],
    /** Returns the requests that create a batch. */
    creations: () => paypal.requests.filter((name) => name === 'POST /v1/payments/payouts'),
    status: () => statusCommand(['status'])?.({})(db, config),
    /** Treats requests that start like this in these ways, and all others normally. */
    failNext: (start: string, ...mishaps: Mishap[]) => {
      paypal.mishap = (name) => (name.startsWith(start) ? (mishaps.shift() ?? 'none') : 'none')
    },
  }
}
