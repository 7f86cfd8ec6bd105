import type { Deps } from '../../env.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notifyFactor } from '../activity/factors.ts'

/**
 * Change of the sign-in that its user is told of. `name` is the name of a passkey or of the OpenID
 * Connect provider.
 */
type FactorNews = { userId: string } & (
  | { about: 'on' | 'off' | 'codes' }
  | { about: 'passkey-added' | 'passkey-removed' | 'copied'; name: string }
  | { about: 'identity-added' | 'identity-removed'; name: string }
)

/** Changes that devices show. */
const SHOWN: Partial<Record<FactorNews['about'], 'added' | 'removed'>> = {
  on: 'added',
  off: 'removed',
  'passkey-added': 'added',
  'passkey-removed': 'removed',
  'identity-added': 'added',
  'identity-removed': 'removed',
}

/** Tells a user by email and on all devices that their second factors changed. */
export async function announceFactor(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  news: FactorNews,
): Promise<void> {
  await jobs.add(tx, 'factor-mail', news)
  const is = SHOWN[news.about]
  if (is) await notifyFactor(tx, { userId: news.userId, is, name: nameOf(news) })
}

function nameOf(news: FactorNews): string {
  if (!('name' in news)) return 'Authenticator app'
  return news.about.startsWith('identity') ? `Sign-in with ${news.name}` : `Passkey “${news.name}”`
}
