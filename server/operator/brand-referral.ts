import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { brandReferralUrl } from '../partners/unmasking/unmasking.ts'

/**
 * Handles `brand-referral KEY`: returns the link with which a brand invites creators to share their
 * name with it.
 */
export function brandReferralCommand([name, key, ...rest]: string[]):
  | (() => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (name !== 'brand-referral' || key === undefined || rest.length > 0) return undefined
  return () => async (db, config) => {
    const url = await brandReferralUrl(db, key, config)
    if (url === null) throw new ConfigError(`There is no brand ${key}.`)
    return url
  }
}
