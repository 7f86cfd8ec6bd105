import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import {
  ACCOUNT_HEADER,
  APP_HEADER,
  IDEMPOTENCY_HEADER,
  REPLAY_HEADER,
  TOKEN_HEADER,
  VERSION_HEADER,
} from '#contract/app-constants.ts'

const OPTIONS = {
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'Last-Event-ID',
    TOKEN_HEADER,
    ACCOUNT_HEADER,
    VERSION_HEADER,
    APP_HEADER,
    IDEMPOTENCY_HEADER,
    REPLAY_HEADER,
  ],
  exposeHeaders: ['Retry-After', 'Idempotency-Replayed', 'X-Request-Id'],
  maxAge: 86_400,
}

const EXTENSION_ORIGIN = /^(?:chrome|moz|safari-web)-extension:\/\//

/**
 * Allows two kinds of origins to call the API: the app's, when that has its own host, and browser
 * extensions. Extensions authenticate with an access token and never with cookies, so each of them
 * may call, and none needs access to this site in the browser.
 */
export function crossOrigin(appOrigin: string): MiddlewareHandler {
  // Sign-in needs its cookie, because it must end in the browser in which it began.
  const forApp = cors({ ...OPTIONS, origin: appOrigin, credentials: true })
  const forExtensions = cors({ ...OPTIONS, origin: (origin) => origin })
  return (c, next) =>
    EXTENSION_ORIGIN.test(c.req.header('Origin') ?? '') ? forExtensions(c, next) : forApp(c, next)
}
