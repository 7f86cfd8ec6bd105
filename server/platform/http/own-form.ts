import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'

/** A form that another site's page sent in somebody's name. */
export class ForeignFormError extends Error {}

/**
 * Refuses what a page of another site sends, without a cookie. Browsers say of a form where it comes
 * from: with `Sec-Fetch-Site`, older ones with `Origin`. What says neither is no browser, and nobody's
 * cookies or address are lent to it. The page of the form must not be sent with `no-referrer`, which
 * makes its `Origin` unknown.
 */
export function requireOwnOrigin(c: Context<AppEnv>): void {
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = c.req.header('origin')
  if (site === undefined && (origin === undefined || isOurs(c, origin))) return
  throw new ForeignFormError()
}

function isOurs(c: Context<AppEnv>, origin: string): boolean {
  if (origin === c.var.deps.config.appOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host')
}
