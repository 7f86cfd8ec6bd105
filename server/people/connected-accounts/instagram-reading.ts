import { eq } from 'drizzle-orm'
import { CONNECTED_TYPES } from '#contract/people/connected-accounts.ts'
import { connectedAccounts } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { ProviderRefused } from './ask-provider.ts'
import { ownerOf } from './connect-account.ts'
import { readableAccount, type AccountRow } from './connected-accounts.ts'
import { refreshToken } from './instagram-api.ts'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'

const NOT_CONNECTED_TEXT = 'No Instagram account is connected.'
const ACCESS_ENDED_TEXT = 'Instagram has ended this connection. Connect the account again.'

/** Minimum days until a token expires. With fewer, it is refreshed. */
const REFRESH_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Calls `read` with the token of a connected account. */
export async function withInstagram<Value>(
  deps: Deps,
  { userId, accountId }: { userId: string; accountId: number | undefined },
  read: (token: string) => Promise<Value>,
): Promise<Value> {
  const account = await readableAccount(deps.db, userId, CONNECTED_TYPES.instagram, accountId)
  if (!account) throw new FieldError('account_id', NOT_CONNECTED_TEXT)
  await countAttempt(deps, { limit: 'providerReadsByAccount', of: userId })
  const owner = ownerOf(userId, account.providerId)
  const token = account.token && decryptToken(deps.secrets.tokens, account.token, owner)
  if (!token) throw new FieldError('account_id', ACCESS_ENDED_TEXT)
  try {
    return await read(await freshToken(deps, account, token))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    throw new FieldError('account_id', ACCESS_ENDED_TEXT)
  }
}

/** Refreshes the token if it expires soon. Tokens of accounts that are not used expire. */
async function freshToken(deps: Deps, account: AccountRow, token: string): Promise<string> {
  const remainingMs = (account.tokenExpiresAt?.getTime() ?? Infinity) - Date.now()
  if (remainingMs > REFRESH_DAYS * DAY_MS) return token
  try {
    const next = await refreshToken(deps, token)
    const owner = ownerOf(account.userId, account.providerId)
    await deps.db
      .update(connectedAccounts)
      .set({
        token: encryptToken(deps.secrets.tokens, next.token, owner),
        tokenExpiresAt: next.expiresAt,
      })
      .where(eq(connectedAccounts.id, account.id))
    return next.token
  } catch (error) {
    // The current token may still work.
    deps.log.warn('token not refreshed', { account: account.id, error })
    return token
  }
}
