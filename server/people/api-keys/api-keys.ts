import { and, count, desc, eq } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import {
  MAX_API_KEYS,
  type ApiKey,
  type ApiKeys,
  type CreatedApiKey,
  type NewApiKey,
} from '#contract/developers/api-keys.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { apiKeys, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { createKey, isKeyId } from './key-format.ts'

/** Selects the keys of one user. Every query of this file uses it. */
const ownKeys = (userId: string) => eq(apiKeys.userId, userId)

/** Returns the keys of a user, newest first. */
export async function listKeys(db: Db, userId: string): Promise<ApiKeys> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(ownKeys(userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return { results: rows.map(toApiKey) }
}

/**
 * Creates a key after checking the password. The answer is the only one that contains the key.
 *
 * @throws FieldError for a wrong password, an expiry in the past, or too many keys.
 */
export async function addKey(
  deps: Deps,
  user: SignedInUser,
  { name, scopes, expires_at, password }: NewApiKey,
): Promise<CreatedApiKey> {
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new FieldError('expires_at', 'Choose a time in the future.')
  await requirePassword(deps, user, password)
  const { id, key } = createKey()
  const row = await deps.db.transaction(async (tx) => {
    await requireRoom(tx, user.id)
    const [added] = await tx
      .insert(apiKeys)
      .values({ id, userId: user.id, name, scopes, keyHash: hashSecret(key), expiresAt })
      .returning()
    if (!added) throw new Error('insert returned no row')
    return added
  })
  return { ...toApiKey(row), key }
}

/** Deletes a key. The key of another user gets 404. */
export async function deleteKey(db: Db, userId: string, id: string): Promise<void> {
  if (!isKeyId(id)) throw new HTTPException(404)
  const rows = await db
    .delete(apiKeys)
    .where(and(ownKeys(userId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id })
  if (rows.length === 0) throw new HTTPException(404)
}

/** Throws 404 for an unknown key and for the key of another user. */
export async function requireOwnKey(db: Db, userId: string, id: string): Promise<void> {
  const own = and(ownKeys(userId), eq(apiKeys.id, id))
  if (!isKeyId(id) || (await db.$count(apiKeys, own)) === 0) throw new HTTPException(404)
}

/** Locks the user, so that two simultaneous calls cannot both add the last key. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [row] = await tx.select({ keys: count() }).from(apiKeys).where(ownKeys(userId))
  if ((row?.keys ?? 0) >= MAX_API_KEYS)
    throw new FieldError('non_field_errors', `You have ${MAX_API_KEYS} keys. Delete one first.`)
}

const toApiKey = (row: typeof apiKeys.$inferSelect): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
})
