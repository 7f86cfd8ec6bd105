import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import {
  APP_HEADER,
  IDEMPOTENCY_HEADER,
  REPLAY_HEADER,
  TOKEN_HEADER,
  VERSION_HEADER,
} from '#contract/app-constants.ts'

/** Allows the app's origin, and no other, to call the API when that has its own host. */
export const crossOrigin = (appOrigin: string): MiddlewareHandler =>
  cors({
    origin: appOrigin,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Last-Event-ID',
      TOKEN_HEADER,
      VERSION_HEADER,
      APP_HEADER,
      IDEMPOTENCY_HEADER,
      REPLAY_HEADER,
    ],
    exposeHeaders: ['Retry-After', 'Idempotency-Replayed', 'X-Request-Id'],
    // Sign-in needs its cookie, because it must end in the browser in which it began.
    credentials: true,
    maxAge: 86_400,
  })
