import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { findReferrer, type Referrer } from './referral-attribution.ts'
import { knownDevice } from './known-device.ts'

/**
 * Returns the owner of the referral link that leads to this sign-up. The page address and the form
 * carry the code, so the last link followed counts. Returns undefined if the owner has signed in
 * with this browser, because that would be a self-referral.
 */
export async function referrerOf(
  c: Context<AppEnv>,
  code: string | undefined,
): Promise<Referrer | undefined> {
  const referrer = await findReferrer(c.var.deps.db, code)
  const isOwnBrowser = referrer !== undefined && knownDevice(c, referrer.email) !== undefined
  return isOwnBrowser ? undefined : referrer
}
