import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv, UserEnv } from '../../env.ts'

type Asked = Context<AppEnv> | Context<UserEnv>

/** On https cookies have a prefix that keeps others from setting them. */
export const isSecure = (c: Asked) => c.var.deps.config.appOrigin.startsWith('https:')

/** What only this installation can have made of the text; `use` keeps one kind of cookie from being another. */
export const signatureOf = (c: Asked, use: string, text: string): string =>
  createHmac('sha256', c.var.deps.secrets.signing).update(`${use}:${text}`).digest('base64url')

/** In a time that does not tell how much of it is right. */
export function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
