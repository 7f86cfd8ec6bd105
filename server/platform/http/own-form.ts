import { withoutFinalDot } from '#contract/text/hosts.ts'
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Form submission that came from a page of another site. Prevents CSRF without a cookie. */
export class CrossSiteFormError extends Error {}

/**
 * Throws ForeignFormError if a page of another site sent the form. Browsers send `Sec-Fetch-Site`,
 * older ones `Origin`. A request with neither is not from a browser, so it carries no cookies of a
 * user. The page with the form must not use `no-referrer`, which makes its `Origin` unknown.
 */
export function requireOwnOrigin(c: Context<AppEnv>): void {
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = c.req.header('origin')
  if (site === undefined && (origin === undefined || isOurs(c, origin))) return
  throw new CrossSiteFormError()
}

function isOurs(c: Context<AppEnv>, origin: string): boolean {
  if (origin === c.var.deps.config.appOrigin) return true
  const host = withoutFinalDot(c.req.header('host') ?? '')
  return canParseUrl(origin) && withoutFinalDot(new URL(origin).host) === host
}
