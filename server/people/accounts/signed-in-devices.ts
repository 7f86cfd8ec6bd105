import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { SignedInDevices } from '#contract/sessions.ts'
import type { Db } from '../../platform/db/client.ts'
import { sessions } from '../../platform/db/schema.ts'
import type { SignedInUser } from '../../env.ts'
import { revokeSession } from './sessions.ts'

/** More than anybody has; a session ends after 30 days by itself. */
const MOST = 100

/** The one place that says whose sessions a call may see or end. */
const live = (userId: string) =>
  and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`))

export async function signedInDevices(db: Db, user: SignedInUser): Promise<SignedInDevices> {
  const isThisOne = sql<boolean>`${sessions.id} = ${user.sessionId}`
  const rows = await db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isThisOne,
    })
    .from(sessions)
    .where(live(user.id))
    .orderBy(desc(isThisOne), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MOST)
  return {
    results: rows.map((row) => ({
      id: row.id,
      device: row.device,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      is_this_one: row.isThisOne,
    })),
  }
}

/** Ends a session of this person, as a sign-out there would. Anybody else's is not found. */
export async function signOutDevice(db: Db, user: SignedInUser, id: string): Promise<void> {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(live(user.id), eq(sessions.id, id)))
      .for('update')
    if (!found) throw new HTTPException(404)
    await revokeSession(tx, found.id)
  })
}
