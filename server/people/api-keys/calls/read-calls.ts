import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { MAX_LISTED_CALLS, type ApiCalls } from '#contract/developers/api-calls.ts'
import type { Deps } from '../../../env.ts'
import type { Db } from '../../../platform/db/client.ts'
import { apiCalls } from '../../../platform/db/schema.ts'
import { requireGrants } from '../../connected-apps/connected-apps.ts'
import { requireOwnKey } from '../api-keys.ts'

const KEEP_DAYS = 7

/** Returns the latest calls of a key. The key of another user gets 404. */
export async function listKeyCalls(deps: Deps, userId: string, id: string): Promise<ApiCalls> {
  await requireOwnKey(deps.db, userId, id)
  return readCalls(deps, userId, [id])
}

/** Returns the latest calls of a connected app. An app without the user's consent gets 404. */
export const listAppCalls = async (deps: Deps, userId: string, id: string): Promise<ApiCalls> =>
  readCalls(deps, userId, await requireGrants(deps.db, userId, id))

async function readCalls({ db, callLog }: Deps, userId: string, callers: string[]) {
  await callLog.flush()
  const rows = await db
    .select()
    .from(apiCalls)
    .where(and(eq(apiCalls.userId, userId), inArray(apiCalls.caller, callers)))
    .orderBy(desc(apiCalls.id))
    .limit(MAX_LISTED_CALLS)
  return {
    results: rows.map(({ at, call, status, requestId }) => ({
      at: at.toISOString(),
      call,
      status,
      request_id: requestId,
    })),
  }
}

/** Deletes calls that are a week old or not among the latest of their key or app. */
export async function deleteOldCalls(db: Db): Promise<void> {
  await db.delete(apiCalls).where(lt(apiCalls.at, sql`now() - make_interval(days => ${KEEP_DAYS})`))
  await db.execute(sql`
    delete from ${apiCalls} where id in (
      select id from (
        select id, row_number() over (partition by caller order by id desc) as place
        from ${apiCalls}
      ) as ranked where place > ${MAX_LISTED_CALLS})`)
}
