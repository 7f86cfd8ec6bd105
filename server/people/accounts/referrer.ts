import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { findReferrer, type Referrer } from './referral-attribution.ts'
import { knownDevice } from './known-device.ts'

/**
 * By whose link somebody makes an account. The code stands in the address and in the form, so the one
 * that was followed last counts. On a browser where its owner signs in, they would refer themselves.
 */
export async function referrerOf(
  c: Context<AppEnv>,
  code: string | undefined,
): Promise<Referrer | undefined> {
  const referrer = await findReferrer(c.var.deps.db, code)
  const isOwnBrowser = referrer !== undefined && knownDevice(c, referrer.email) !== undefined
  return isOwnBrowser ? undefined : referrer
}
