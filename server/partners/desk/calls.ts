import { desc, eq } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { postbackCalls } from '../../platform/db/schema.ts'
import { redacted } from '../../money/conversions/postback-calls.ts'

export const MAX_CALLS = 200

/** Returns the latest calls of the brand's shop with our answers, newest first. */
export async function readLastCalls(db: DbOrTx, brandId: string) {
  const { id, at, method, raw, state, status, answer, unknownFields } = postbackCalls
  const rows = await db
    .select({ id, at, method, raw, state, status, answer, unknownFields })
    .from(postbackCalls)
    .where(eq(postbackCalls.brandId, brandId))
    .orderBy(desc(postbackCalls.at), desc(postbackCalls.id))
    .limit(MAX_CALLS)
  // Keys are removed before calls are stored. Remove here any that were missed.
  return rows.map((row) => ({ ...row, raw: redacted(row.raw, '') }))
}
export type PostbackCall = Awaited<ReturnType<typeof readLastCalls>>[number]
