import { and, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { appGrants, appTokens } from '../../platform/db/schema.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { challengeOf, newAccessToken, newRefreshToken } from './app-secrets.ts'
import { invalidGrant } from './oauth-error.ts'

export const ACCESS_SECONDS = 60 * 60
/** Number of days after which an unused connection ends. Each refresh starts them anew. */
const REFRESH_DAYS = 90
/** Number of days for which the second use of a refresh token is recognized. */
const REUSE_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** Body of a successful answer of the token endpoint (RFC 6749, section 5.1). */
export type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type Grant = typeof appGrants.$inferSelect

export type CodeExchange = {
  clientId: string
  code: string
  verifier: string
  redirectUri: string
  resource: string | undefined
}

/**
 * Exchanges an authorization code for tokens, once. A second use ends the connection, because one
 * of the two had stolen the code.
 *
 * @throws OAuthError invalid_grant.
 */
export async function exchangeCode(db: Db, exchange: CodeExchange): Promise<TokenAnswer> {
  const [grant] = await db
    .select()
    .from(appGrants)
    .where(
      and(
        eq(appGrants.codeHash, hashSecret(exchange.code)),
        eq(appGrants.clientId, exchange.clientId),
      ),
    )
  if (!grant) throw invalidGrant('The code is not valid.')
  if (grant.codeUsedAt) return endGrant(db, grant.id, 'The code was already used.')
  requireSameRequest(grant, exchange)
  const [taken] = await db
    .update(appGrants)
    .set({ codeUsedAt: new Date() })
    .where(and(eq(appGrants.id, grant.id), isNull(appGrants.codeUsedAt)))
    .returning({ id: appGrants.id })
  if (!taken) return endGrant(db, grant.id, 'The code was already used.')
  return issueTokens(db, grant)
}

function requireSameRequest(grant: Grant, { redirectUri, verifier, resource }: CodeExchange): void {
  if (grant.codeExpiresAt.getTime() <= Date.now()) throw invalidGrant('The code has expired.')
  if (redirectUri !== grant.redirectUri) throw invalidGrant('The redirect_uri is another one.')
  if (challengeOf(verifier) !== grant.codeChallenge)
    throw invalidGrant('The code_verifier does not belong to the code.')
  requireSameResource(grant, resource)
}

function requireSameResource(grant: Pick<Grant, 'resource'>, resource: string | undefined): void {
  if (resource !== undefined && resource !== grant.resource)
    throw invalidGrant('The resource is another one.')
}

export type Refresh = { clientId: string; refreshToken: string; resource: string | undefined }

/**
 * Exchanges a refresh token for new tokens. A second use ends the connection (RFC 9700, section
 * 4.14.2).
 *
 * @throws OAuthError invalid_grant.
 */
export async function refreshTokens(
  db: Db,
  { clientId, refreshToken, resource }: Refresh,
): Promise<TokenAnswer> {
  const ofToken = eq(appTokens.tokenHash, hashSecret(refreshToken))
  const [found] = await db
    .select({ token: appTokens, grant: appGrants })
    .from(appTokens)
    .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
    .where(and(ofToken, eq(appTokens.kind, 'refresh'), eq(appGrants.clientId, clientId)))
  if (!found) throw invalidGrant('The refresh token is not valid.')
  const { token, grant } = found
  if (token.usedAt) return endGrant(db, grant.id, 'The refresh token was already used.')
  if (token.expiresAt.getTime() <= Date.now()) throw invalidGrant('The refresh token has expired.')
  requireSameResource(grant, resource)
  const [taken] = await db
    .update(appTokens)
    .set({ usedAt: new Date(), expiresAt: daysFromNow(REUSE_DAYS) })
    .where(and(ofToken, isNull(appTokens.usedAt)))
    .returning({ grantId: appTokens.grantId })
  if (!taken) return endGrant(db, grant.id, 'The refresh token was already used.')
  return issueTokens(db, grant)
}

/** Deletes a consent with all its tokens and refuses the request. */
async function endGrant(db: Db, id: string, message: string): Promise<never> {
  await db.delete(appGrants).where(eq(appGrants.id, id))
  throw invalidGrant(message)
}

async function issueTokens(db: DbOrTx, { id, scopes }: Grant): Promise<TokenAnswer> {
  const accessToken = newAccessToken()
  const refreshToken = newRefreshToken()
  const expiresAt = new Date(Date.now() + ACCESS_SECONDS * 1000)
  const stored = (token: string) => ({ tokenHash: hashSecret(token), grantId: id })
  await db.insert(appTokens).values([
    { ...stored(accessToken), kind: 'access', expiresAt },
    { ...stored(refreshToken), kind: 'refresh', expiresAt: daysFromNow(REFRESH_DAYS) },
  ])
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }
}

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)

/** Ends the connection of a token of this app, if there is one (RFC 7009). */
export async function revokeToken(db: Db, clientId: string, token: string): Promise<void> {
  const [found] = await db
    .select({ grantId: appTokens.grantId })
    .from(appTokens)
    .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
    .where(and(eq(appTokens.tokenHash, hashSecret(token)), eq(appGrants.clientId, clientId)))
  if (found) await db.delete(appGrants).where(eq(appGrants.id, found.grantId))
}

/** Ends the connection of an access token that is in an address, because it counts as leaked. */
export async function revokeLeakedToken(db: Db, token: string): Promise<void> {
  const grants = db
    .select({ id: appTokens.grantId })
    .from(appTokens)
    .where(eq(appTokens.tokenHash, hashSecret(token)))
  await db.delete(appGrants).where(sql`${appGrants.id} in ${grants}`)
}

/** Deletes expired tokens, unused codes and connections without a valid refresh token. */
export async function deleteExpiredGrants(db: Db): Promise<void> {
  await db.delete(appTokens).where(lt(appTokens.expiresAt, sql`now()`))
  const usable = db
    .select()
    .from(appTokens)
    .where(
      and(
        eq(appTokens.grantId, appGrants.id),
        or(eq(appTokens.kind, 'access'), isNull(appTokens.usedAt)),
      ),
    )
  await db.delete(appGrants).where(and(lt(appGrants.codeExpiresAt, sql`now()`), notExists(usable)))
}
