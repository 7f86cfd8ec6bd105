import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import type { Config } from '../../platform/config/config.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year, so that an abandoned file is recognized. */
const VALID_DAYS = 180

/** Serves /.well-known/security.txt (RFC 9116): where to report a vulnerability. */
export const securityText = new Hono<AppEnv>().get('/security.txt', (c) =>
  c.text(textOf(c.var.deps.config, new Date()), 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=86400',
  }),
)

function textOf({ operatorEmail, appOrigin }: Config, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    `Contact: mailto:${operatorEmail}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${appOrigin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
