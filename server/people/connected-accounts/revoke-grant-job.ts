import { and, eq } from 'drizzle-orm'
import { connectedAccounts } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { JobPayloads } from '../../platform/jobs/job-types.ts'
import { PROVIDERS } from './connect-account.ts'

/** Revokes the grant at the provider, unless the account has been connected again. */
export async function revokeGrant(
  deps: Deps,
  { accountType, providerId }: JobPayloads['revoke-grant'],
  signal: AbortSignal,
): Promise<void> {
  const provider = Object.values(PROVIDERS).find(({ type }) => type === accountType)
  const app = provider?.app(deps.config)
  if (!provider?.revoke || !app) return
  const same = and(
    eq(connectedAccounts.accountType, accountType),
    eq(connectedAccounts.providerId, providerId),
  )
  const [reconnected] = await deps.db
    .select({ id: connectedAccounts.id })
    .from(connectedAccounts)
    .where(same)
    .limit(1)
  if (!reconnected) await provider.revoke(deps, app, providerId, signal)
}
