import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import {
  APP_HEADER,
  IDEMPOTENCY_HEADER,
  REPLAY_HEADER,
  TOKEN_HEADER,
  VERSION_HEADER,
} from '#contract/app-constants.ts'

/** When the API has a host of its own, the app's host may call it, and no other. */
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
    exposeHeaders: ['Retry-After', 'Idempotency-Replayed'],
    // For one call alone: a sign-in ends in the browser whose cookie it began with.
    credentials: true,
    maxAge: 86_400,
  })
