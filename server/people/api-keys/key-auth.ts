import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Scope } from '#contract/developers/scopes.ts'
import type { Db } from '../../platform/db/client.ts'
import { apiKeys, leavers, users } from '../../platform/db/schema.ts'
import type { SignedInUser, UserEnv } from '../../env.ts'
import { AccessError } from '../../platform/http/errors.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { countCall } from './call-limit.ts'
import { isKey } from './key-format.ts'
import { requestedCall } from './public-calls.ts'

const BEARER = /^Bearer +(\S+) *$/i

/** Returns the key of an `Authorization: Bearer` header; undefined if there is no such header. */
export const bearerKey = (c: Context<UserEnv>): string | undefined =>
  BEARER.exec(c.req.header('Authorization') ?? '')?.[1]

/**
 * Returns the user of an API key.
 *
 * @throws AccessError 401 if the key is not valid, 403 if it may not make this call.
 * @throws ThrottledError if the key has made too many calls.
 */
export async function userOfKey(c: Context<UserEnv>, key: string): Promise<SignedInUser> {
  const { scopes, keyId, ...user } = await findKey(c.var.deps.db, key)
  countCall(c, keyId)
  const call = requestedCall(c)
  if (!call) throw new AccessError(403, 'This call is not available with an API key.')
  if (!scopes.includes(call.scope)) throw missingScope(call.scope)
  // No public call belongs to a session.
  return { ...user, sessionId: '' }
}

async function findKey(db: Db, key: string) {
  const [row] = isKey(key) ? await selectKey(db, key) : []
  if (!row || row.isLeaving) throw invalidKey('This API key is not valid.')
  const { isExpired, isRevoked, isUsedRecently, keyId, id, email, scopes } = row
  if (isRevoked) throw invalidKey('This API key was revoked because it was sent in an address.')
  if (isExpired) throw invalidKey('This API key has expired.')
  if (!isUsedRecently) await markUsed(db, keyId)
  return { id, email, scopes, keyId }
}

const selectKey = (db: Db, key: string) =>
  db
    .select({
      id: users.id,
      email: users.email,
      keyId: apiKeys.id,
      scopes: apiKeys.scopes,
      isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      isRevoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
      isUsedRecently: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > now() - interval '1 hour', false)`,
      isLeaving: sql<boolean>`exists (select 1 from ${leavers} where ${leavers.userId} = ${users.id})`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, hashSecret(key)))

const markUsed = (db: Db, id: string) =>
  db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(apiKeys.id, id))

const invalidKey = (message: string) =>
  new AccessError(401, message, 'Bearer error="invalid_token"')

const missingScope = (scope: Scope) =>
  new AccessError(
    403,
    `This API key needs the permission ${scope}.`,
    `Bearer error="insufficient_scope", scope="${scope}"`,
  )
