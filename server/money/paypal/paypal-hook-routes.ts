import { and, eq, gt } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { payoutBatches } from '../../platform/db/schema.ts'

/**
 * Route of /hooks/paypal. The body is ignored and nothing is authenticated, because a call only
 * makes the next run of the job read all open batches, at most once per minute.
 */
export const paypalHook = new Hono<AppEnv>().post('/paypal', async (c) => {
  const at = new Date()
  await c.var.deps.db
    .update(payoutBatches)
    .set({ nextLookAt: at })
    // A batch with a problem waits as long as PayPal asked for.
    .where(
      and(
        eq(payoutBatches.method, 'paypal'),
        eq(payoutBatches.problem, ''),
        gt(payoutBatches.nextLookAt, at),
      ),
    )
  return c.body(null, 204)
})
