import { lt, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { ExtensionAction } from '#contract/analytics.ts'
import type { Db } from '../../platform/db/client.ts'
import { extensionActions } from '../../platform/db/schema.ts'

const RETENTION_DAYS = 400

/** Records an action of a user in the browser extension. */
export async function recordAction(
  db: Db,
  userId: string,
  { action, browser, meta }: v.InferOutput<typeof ExtensionAction>,
): Promise<void> {
  await db.insert(extensionActions).values({ userId, action, browser, meta: meta ?? '' })
}

export async function deleteOldActions(db: Db): Promise<void> {
  await db
    .delete(extensionActions)
    .where(lt(extensionActions.at, sql`now() - make_interval(days => ${RETENTION_DAYS})`))
}
