import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { clientAddressOf } from './client-address.ts'

const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Returns whether a proxy passed the request on. `header` returns a header by its lower-case name. */
export const isForwarded = (header: (name: string) => unknown): boolean =>
  PROXY_HEADERS.some((name) => header(name) !== undefined)

/**
 * Returns whether a request comes from this machine directly. Behind a local proxy, every request
 * would seem to.
 */
export function isLocalRequest(c: Context<AppEnv>): boolean {
  if (isForwarded((name) => c.req.header(name))) return false
  const address = clientAddressOf(c, c.var.deps.config.trustedProxies)
  return address === '::1' || address.startsWith('127.')
}
