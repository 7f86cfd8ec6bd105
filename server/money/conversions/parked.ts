import { eq } from 'drizzle-orm'
import { brands, postbackCalls } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { findOwner, isRecentClickId } from './attribution.ts'
import { answerOf, assignFunds, UNKNOWN } from './postback.ts'
import { settleCall, type PendingInput } from './postback-calls.ts'
import { storeRefusedOrder, textOf } from './refused-orders.ts'
import { takeOrder } from './take-order.ts'

const BATCH_SIZE = 500

/** Retries orders that arrived before their click was counted. They keep their time of arrival. */
export async function retryParked(deps: Deps, at: Date): Promise<void> {
  const waiting = await deps.db
    .select({ call: postbackCalls, brand: brands })
    .from(postbackCalls)
    .innerJoin(brands, eq(brands.id, postbackCalls.brandId))
    .where(eq(postbackCalls.state, 'parked'))
    .orderBy(postbackCalls.id)
    .limit(BATCH_SIZE)
  for (const { call, brand } of waiting) {
    // Written by `storeCall`.
    const { signedAt, fingerprint, ...input } = call.input as PendingInput
    const result = await takeOrder(deps.db, {
      brand,
      input: { ...input, orderedAt: input.orderedAt ?? call.at.toISOString() },
      by: brand.name,
      ...(fingerprint !== undefined && { fingerprint }),
      signedAt: signedAt === null ? null : new Date(signedAt),
      at,
    })
    if (result === 'unknown') {
      if (input.clickId !== null && isRecentClickId(input.clickId, at)) continue
      await settleCall(deps.db, call.id, { state: 'unknown', status: 404, answer: UNKNOWN.body })
    } else if ('errors' in result) {
      await settleCall(deps.db, call.id, { state: 'refused', status: 400, answer: result })
      const { found } = await findOwner(deps.db, brand, input)
      await storeRefusedOrder(deps.db, { brand, found, claim: input, why: textOf(result), at })
    } else {
      await assignFunds(deps, result.conversion, at)
      await settleCall(deps.db, call.id, { state: 'taken', status: 200, answer: answerOf(result) })
    }
  }
}
