import { and, eq, sql } from 'drizzle-orm'
import type { Scope } from '#contract/developers/scopes.ts'
import type { Db } from '../../platform/db/client.ts'
import { appClients, appGrants, appTokens, leavers, users } from '../../platform/db/schema.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { accountState, type AccountState } from '../restrictions/restriction-columns.ts'

type TokenOwner = {
  id: string
  email: string
  scopes: Scope[]
  /** Address for which the token is valid; null for the whole server. */
  resource: string | null
  grantId: string
  /** Name of the app. */
  name: string
  state: AccountState
}

/** Returns the user of an access token; undefined if it is unknown, expired or revoked. */
export async function findTokenOwner(db: Db, token: string): Promise<TokenOwner | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      scopes: appGrants.scopes,
      resource: appGrants.resource,
      grantId: appGrants.id,
      name: appClients.name,
      state: accountState,
      expiresAt: appTokens.expiresAt,
      isUsedRecently: sql<boolean>`coalesce(${appGrants.lastUsedAt} > now() - interval '1 hour', false)`,
      isLeaving: sql<boolean>`exists (select 1 from ${leavers} where ${leavers.userId} = ${users.id})`,
    })
    .from(appTokens)
    .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
    .innerJoin(appClients, eq(appClients.id, appGrants.clientId))
    .innerJoin(users, eq(users.id, appGrants.userId))
    .where(and(eq(appTokens.tokenHash, hashSecret(token)), eq(appTokens.kind, 'access')))
  if (!row || row.isLeaving || row.expiresAt.getTime() <= Date.now()) return undefined
  const { isUsedRecently, expiresAt: _, isLeaving: __, ...owner } = row
  if (!isUsedRecently)
    await db
      .update(appGrants)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(appGrants.id, owner.grantId))
  return owner
}
