import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { sign } from 'hono/jwt'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import type { Connection } from '#contract/people/session.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { devices, sessions, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { findDeletionRequest } from './leavers.ts'
import { deviceName } from './device-name.ts'
import { hashSecret, newSecret, useKey } from './one-time-keys.ts'
import { accountState, type AccountState } from '../restrictions/restriction-columns.ts'

const SESSION_SECONDS = AUTH_COOKIE_DAYS * 24 * 60 * 60

/** Selects sessions that are neither signed out nor expired. */
export const isValidSession = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`))

/**
 * Answer to an invalid or used one-time token: HTTP status 200 with 400 in the body (spec, section
 * 5).
 */
const REFUSED_CONNECTION: Connection = {
  token: null,
  jwt_token: null,
  fingerprint: null,
  extended_status: 400,
}

/**
 * Exchanges a one-time token for a session, once, and only in the browser that started the sign-in.
 */
export async function exchangeToken(
  deps: Deps,
  authToken: string,
  { browser, userAgent }: { browser: string | undefined; userAgent: string | undefined },
): Promise<Connection> {
  if (browser === undefined) return REFUSED_CONNECTION
  const token = newSecret()
  const fingerprint = randomUUID()
  const userId = await deps.db.transaction(async (tx) => {
    const userId = await useKey(tx, 'sign-in', authToken, browser)
    if (!userId) return undefined
    await tx
      .insert(sessions)
      .values({ ...sessionValues(userId, token, fingerprint), device: deviceName(userAgent) })
    // Checked after the insert, which waits for the lock of a concurrent deletion request.
    if (await findDeletionRequest(tx, userId)) {
      await revokeEverySession(tx, userId)
      return undefined
    }
    return userId
  })
  if (!userId) return REFUSED_CONNECTION
  return { token, jwt_token: await signJwt(deps, userId), fingerprint, extended_status: null }
}

/** User of a session with the state of their account and their name, which may be empty. */
type SessionUser = SignedInUser & { name: string; state: AccountState }

/** Returns the user of a session token, or undefined if it is unknown, expired or revoked. */
export async function findSession(
  db: Db,
  token: string | undefined,
): Promise<SessionUser | undefined> {
  if (!token) return undefined
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: sql<string>`trim(${users.nameFirst} || ' ' || ${users.nameLast})`,
      sessionId: sessions.id,
      state: accountState,
      isSeen: sql<boolean>`${sessions.lastSeenAt} > now() - interval '1 hour'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashSecret(token)), isValidSession))
  if (!row) return undefined
  const { isSeen: wasSeenRecently, ...user } = row
  if (!wasSeenRecently) await markSeen(db, user.sessionId)
  return user
}

/** Returns whether a session of this user is still signed in. */
export const isOpenSession = async (
  db: Db,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
): Promise<boolean> =>
  (await db.$count(
    sessions,
    and(eq(sessions.id, sessionId), eq(sessions.userId, id), isValidSession),
  )) > 0

const markSeen = (db: Db, id: string) =>
  db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessions.id, id))

/**
 * Ends a session and deletes its push devices, so that a signed-out browser gets no more messages.
 */
export async function revokeSession(db: DbOrTx, id: string): Promise<void> {
  await db.delete(devices).where(eq(devices.sessionId, id))
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(eq(sessions.id, id))
}

/**
 * Ends sessions by the hashes of their tokens. After a sign-out without a connection, the app keeps
 * only the hash, which can end a session but not use it.
 */
export async function revokeByTokenHash(db: DbOrTx, hashes: string[]): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(sessions.tokenHash, hashes), isNull(sessions.revokedAt)))
}

/** Ends all sessions of a user, for example after a new password. */
export async function revokeEverySession(db: DbOrTx, userId: string): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, userId))
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
}

/** Ends all sessions of a user except the current one. */
export async function revokeOtherSessions(
  db: DbOrTx,
  { id, sessionId }: SignedInUser,
): Promise<void> {
  await db.delete(devices).where(and(eq(devices.userId, id), ne(devices.sessionId, sessionId)))
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

const sessionValues = (userId: string, token: string, fingerprint: string) => ({
  userId,
  tokenHash: hashSecret(token),
  fingerprint,
  expiresAt: sql`now() + make_interval(secs => ${SESSION_SECONDS})`,
})

/** Returns a JWT with few claims for chat and pictures. No API route accepts it. */
function signJwt(deps: Deps, uuid: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  return sign({ uuid, iat, exp: iat + SESSION_SECONDS }, deps.secrets.jwt, 'HS256')
}
