import { createHash } from 'node:crypto'
import { and, eq, not, sql } from 'drizzle-orm'
import {
  callbackPath,
  MAX_CONNECTED_ACCOUNTS,
  type AuthorizationCode,
  type ConnectedAccount,
  type ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import type { Tx } from '../../platform/db/client.ts'
import { connectedAccounts, users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { ProviderRefused } from './ask-provider.ts'
import { findByCode, getConnectedAccount, ownAccounts } from './connected-accounts.ts'
import { copyPicture } from './copy-picture.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import type { GrantedAccount, Provider } from './provider.ts'
import { encryptToken } from '../../platform/secrets/token-cipher.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

export const PROVIDERS: Record<ConnectedTypeName, Provider> = { instagram, facebook }

/**
 * Connects the account that a provider's authorization code belongs to. A code works only once; if
 * it is sent again, the account that it connected is returned.
 */
export async function connectAccount(
  deps: Deps,
  userId: string,
  name: ConnectedTypeName,
  { code, redirect_uri: redirectUri }: AuthorizationCode,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const provider = PROVIDERS[name]
  const app = provider.app(deps.config)
  if (!app)
    throw new FieldError('non_field_errors', `${provider.title} is not set up on this server`)
  if (!isCallback(redirectUri, name))
    throw new FieldError('redirect_uri', 'The redirect address does not match the code.')
  const codeHash = createHash('sha256').update(code).digest('base64url')
  const known = await findByCode(deps.db, userId, provider.type, codeHash)
  if (known) return known
  await countAttempt(deps, { limit: 'connectionsByAccount', of: userId })
  const grant = await withCodeError(
    provider.connect(deps, app, { code, redirectUri, signal }),
    provider.title,
  )
  const { pictureUrl } = grant
  const avatar = pictureUrl === null ? null : await copyPicture(deps, userId, pictureUrl, signal)
  const id = await deps.db.transaction((tx) =>
    storeAccount(deps, tx, { userId, provider, grant, avatar, codeHash }),
  )
  return getConnectedAccount(deps.db, userId, id)
}

/**
 * Returns whether this is the redirect address of the provider. The host is not checked here: the
 * provider compares it with the one that is registered.
 */
function isCallback(text: string, name: ConnectedTypeName): boolean {
  if (!canParseUrl(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === callbackPath(name) && search + hash === ''
}

async function withCodeError(
  connecting: Promise<GrantedAccount>,
  title: string,
): Promise<GrantedAccount> {
  try {
    return await connecting
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    throw new FieldError('code', `${title} no longer accepts this code. Connect again.`)
  }
}

type AccountToStore = {
  userId: string
  provider: Provider
  grant: GrantedAccount
  avatar: number | null
  codeHash: string
}

/**
 * Stores the account. If it was connected before, its tokens are replaced and it is switched on.
 */
async function storeAccount(deps: Deps, tx: Tx, connected: AccountToStore): Promise<number> {
  const { userId, provider, grant, avatar, codeHash } = connected
  await refuseTooMany(tx, connected)
  const { providerId, token, expiresAt } = grant
  const sealed = token && encryptToken(deps.secrets.tokens, token, ownerOf(userId, providerId))
  const values = {
    accountName: grant.name,
    accountUrl: grant.url,
    avatarUploadId: avatar,
    token: sealed,
    tokenExpiresAt: expiresAt,
    codeHash,
    isActive: true,
    connectedAt: new Date(),
  }
  const [row] = await tx
    .insert(connectedAccounts)
    .values({ userId, accountType: provider.type, providerId, ...values })
    .onConflictDoUpdate({
      target: [
        connectedAccounts.userId,
        connectedAccounts.accountType,
        connectedAccounts.providerId,
      ],
      set: values,
    })
    .returning({ id: connectedAccounts.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Returns the text that binds an encrypted token to its account. */
export const ownerOf = (userId: string, providerId: string) => `${userId} ${providerId}`

/**
 * Checks the limit of accounts. Locks the user's row, so that two simultaneous requests cannot
 * exceed it.
 */
async function refuseTooMany(tx: Tx, { userId, provider, grant }: AccountToStore): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const same = and(
    eq(connectedAccounts.accountType, provider.type),
    eq(connectedAccounts.providerId, grant.providerId),
  )
  const [row] = await tx
    .select({ others: sql<number>`count(*)::int` })
    .from(connectedAccounts)
    .where(ownAccounts(userId, same && not(same)))
  if ((row?.others ?? 0) >= MAX_CONNECTED_ACCOUNTS)
    throw new FieldError(
      'non_field_errors',
      `You can connect ${MAX_CONNECTED_ACCOUNTS} accounts. Disconnect one first.`,
    )
}
