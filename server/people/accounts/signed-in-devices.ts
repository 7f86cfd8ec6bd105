import { and, desc, eq, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { SignedInDevices } from '#contract/people/sessions.ts'
import type { Db } from '../../platform/db/client.ts'
import { sessions } from '../../platform/db/schema.ts'
import type { SignedInUser } from '../../env.ts'
import { isValidSession, revokeSession } from './sessions.ts'

/** Maximum number of sessions in the list. Sessions expire after 30 days, so users have fewer. */
const MAX_SESSIONS = 100

/**
 * Selects the active sessions of a user. Every query of this file uses it, so a call can only see
 * or end sessions of its own user.
 */
const isActiveSession = (userId: string) => and(eq(sessions.userId, userId), isValidSession)

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
    .where(isActiveSession(user.id))
    .orderBy(desc(isThisOne), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MAX_SESSIONS)
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

/**
 * Ends a session of this user as a sign-out on that device would. A session of another user gets
 * 404.
 */
export async function signOutDevice(db: Db, user: SignedInUser, id: string): Promise<void> {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(isActiveSession(user.id), eq(sessions.id, id)))
      .for('update')
    if (!found) throw new HTTPException(404)
    await revokeSession(tx, found.id)
  })
}
