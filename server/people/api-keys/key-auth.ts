import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Scope } from '#contract/developers/scopes.ts'
import type { Db } from '../../platform/db/client.ts'
import { apiKeys, leavers, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser, UserEnv } from '../../env.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AccessError } from '../../platform/http/errors.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { isAccessToken } from '../connected-apps/app-secrets.ts'
import { findTokenOwner } from '../connected-apps/token-owner.ts'
import { isMcpCall, mcpResource } from '../connected-apps/resources.ts'
import { countCall } from './call-limit.ts'
import { accountState, type AccountState } from '../restrictions/restriction-columns.ts'
import { isKey } from './key-format.ts'
import { requestedCall } from './public-calls.ts'

const BEARER = /^Bearer +(\S+) *$/i

/** Returns the key or token of an `Authorization: Bearer` header; undefined without such a header. */
export const bearerKey = (c: Pick<Context, 'req'>): string | undefined =>
  BEARER.exec(c.req.header('Authorization') ?? '')?.[1]

/**
 * Returns the key or token of a request; undefined for a request that sends none.
 *
 * @throws AccessError 401 for a header `Authorization` that contains none.
 */
export function requestKey(c: Pick<Context, 'req'>): string | undefined {
  const key = bearerKey(c)
  if (key === undefined && c.req.header('Authorization') !== undefined)
    throw new AccessError(401, 'Send the API key in one header "Authorization: Bearer split_…".')
  return key
}

/** User of a request with the state of their account, and who makes the request. */
export type FoundUser = { user: SignedInUser; state: AccountState; actor: Actor }

/** Owner of an API key, or of the access token of a connected app. */
export type Caller = {
  id: string
  email: string
  scopes: Scope[]
  /** Id under which calls are counted. */
  keyId: string
  /** Name of the key or app. */
  name: string
  /** Whether the caller has an access token instead of an API key. */
  isApp: boolean
  state: AccountState
}

/**
 * Returns the user of an API key or access token.
 *
 * @throws AccessError 401 if it is not valid, 403 if it may not make this call.
 * @throws ThrottledError if it was used for too many calls.
 */
export async function userOfKey(c: Context<UserEnv>, key: string): Promise<FoundUser> {
  const found = await findCaller(c.var.deps, key, isMcpCall(c))
  const { id, email, scopes, keyId, name, isApp, state } = found
  const call = requestedCall(c)
  c.set('keyCaller', { userId: id, caller: keyId, call: call?.call })
  await countCall(c, keyId)
  if (!call)
    throw new AccessError(
      403,
      isApp
        ? 'This call is not available to connected apps.'
        : 'This call is not available with an API key.',
    )
  if (!scopes.includes(call.scope)) throw missingScope(call.scope, isApp)
  // No public call belongs to a session.
  const user = { id, email, sessionId: '' }
  return { user, state, actor: { kind: isApp ? 'app' : 'api_key', id: keyId, name } }
}

/**
 * Returns the owner of an API key or access token. A token for the MCP server is valid only there.
 *
 * @throws AccessError 401 if it is not valid.
 */
export const findCaller = (deps: Deps, key: string, isMcp: boolean): Promise<Caller> =>
  isAccessToken(key) ? findApp(deps, key, isMcp) : findKey(deps.db, key)

async function findApp({ db, config }: Deps, token: string, isMcp: boolean): Promise<Caller> {
  const found = await findTokenOwner(db, token)
  if (!found) throw invalidKey('This access token is not valid. Refresh it or sign in again.')
  const { grantId, resource, ...owner } = found
  if (resource === mcpResource(config) && !isMcp)
    throw invalidKey('This access token is only valid for the MCP server.')
  return { ...owner, keyId: grantId, isApp: true }
}

async function findKey(db: Db, key: string): Promise<Caller> {
  const [row] = isKey(key) ? await selectKey(db, key) : []
  if (!row || row.isLeaving) throw invalidKey('This API key is not valid.')
  const { isExpired, isRevoked, isLeaving: _, isUsedRecently, ...owner } = row
  if (isRevoked) throw invalidKey('This API key was revoked because it was sent in an address.')
  if (isExpired) throw invalidKey('This API key has expired.')
  if (!isUsedRecently) await markUsed(db, owner.keyId)
  return { ...owner, isApp: false }
}

const selectKey = (db: Db, key: string) =>
  db
    .select({
      id: users.id,
      email: users.email,
      keyId: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      state: accountState,
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

const missingScope = (scope: Scope, isApp: boolean) =>
  new AccessError(
    403,
    `This ${isApp ? 'app' : 'API key'} needs the permission ${scope}.`,
    `Bearer error="insufficient_scope", scope="${scope}"`,
  )
