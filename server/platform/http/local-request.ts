import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { clientAddressOf } from './client-address.ts'

const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/**
 * Returns whether a request comes from this machine directly. Behind a local proxy, every request
 * would seem to.
 */
export function isLocalRequest(c: Context<AppEnv>): boolean {
  if (PROXY_HEADERS.some((name) => c.req.header(name) !== undefined)) return false
  const address = clientAddressOf(c, c.var.deps.config.trustedProxies)
  return address === '::1' || address.startsWith('127.')
}
