import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv, UserEnv } from '../../env.ts'

type AnyContext = Context<AppEnv> | Context<UserEnv>

/**
 * Returns whether the app uses https. Cookies then have a prefix that keeps other hosts from
 * setting them.
 */
export const usesHttps = (c: AnyContext) => c.var.deps.config.appOrigin.startsWith('https:')

/**
 * Returns an HMAC of the text with the key of this installation. `use` keeps the signature of one
 * kind of cookie from being valid for another.
 */
export const signatureOf = (c: AnyContext, use: string, text: string): string =>
  createHmac('sha256', c.var.deps.secrets.signing).update(`${use}:${text}`).digest('base64url')

/** Compares two texts in constant time. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
