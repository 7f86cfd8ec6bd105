import { eq } from 'drizzle-orm'
import { brands, postbackCalls } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { isYoung } from './attribution.ts'
import { answerOf, release, UNKNOWN } from './postback.ts'
import { settleCall, type PostboxInput } from './postback-calls.ts'
import { takeOrder } from './take-order.ts'

const AT_ONCE = 500

/** Retries orders that arrived before their click was counted. They keep their time of arrival. */
export async function retryParked(deps: Deps, at: Date): Promise<void> {
  const waiting = await deps.db
    .select({ call: postbackCalls, brand: brands })
    .from(postbackCalls)
    .innerJoin(brands, eq(brands.id, postbackCalls.brandId))
    .where(eq(postbackCalls.state, 'parked'))
    .orderBy(postbackCalls.id)
    .limit(AT_ONCE)
  for (const { call, brand } of waiting) {
    // Written by `storeCall`.
    const { signedAt, ...input } = call.input as PostboxInput
    const taken = await takeOrder(deps.db, {
      brand,
      input: { ...input, orderedAt: input.orderedAt ?? call.at.toISOString() },
      by: brand.name,
      signedAt: signedAt === null ? null : new Date(signedAt),
      at,
    })
    if (taken === 'unknown') {
      if (input.clickId !== null && isYoung(input.clickId, at)) continue
      await settleCall(deps.db, call.id, { state: 'unknown', status: 404, answer: UNKNOWN.body })
    } else if ('errors' in taken) {
      await settleCall(deps.db, call.id, { state: 'refused', status: 400, answer: taken })
    } else {
      await release(deps, taken.conversion, at)
      await settleCall(deps.db, call.id, { state: 'taken', status: 200, answer: answerOf(taken) })
    }
  }
}
