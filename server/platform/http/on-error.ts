import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ErrorBody } from '#contract/common.ts'
import { unavailableBy } from '../db/unavailable.ts'
import { NobodyWaits } from '../db/while-wanted.ts'
import type { AppEnv } from '../../env.ts'
import { headline } from '../log/log-error.ts'

import { BusyError, ConflictError, FieldError, ThrottledError } from './errors.ts'

/** The one place an exception becomes a reply. No `detail`: the app would show it (D-11). */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof FieldError) return c.json<ErrorBody>({ errors: error.errors }, 400)
  if (error instanceof ConflictError) {
    const { conflict, message } = error
    return c.json({ errors: { non_field_errors: [message] }, conflict } satisfies ErrorBody, 409)
  }
  if (error instanceof ThrottledError) {
    c.header('Retry-After', String(error.seconds))
    return c.json<ErrorBody>({ errors: { non_field_errors: [error.message] } }, 429)
  }
  if (error instanceof HTTPException) return c.json<ErrorBody>({}, error.status)
  // Who asked is gone, and nothing has failed on our side.
  if (isGivenUp(error) || [error, error.cause].some((one) => one instanceof NobodyWaits))
    return c.json<ErrorBody>({}, 400)
  const unavailable = error instanceof BusyError ? 'busy' : unavailableBy(error)
  if (unavailable) return tryLater(c, error, unavailable)
  c.var.deps?.log.error('request failed', { path: c.req.path, error })
  return c.json<ErrorBody>({}, 500)
}

/** A request whose rest never came, or no longer could. */
const isGivenUp = ({ name, cause }: Error) =>
  name === 'AbortError' &&
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Seconds after which trying again is worth it: a database restarts quickly, a disk is emptied by hand,
 * and a line of pictures, or of statements, is worked off in between.
 */
const RETRY_AFTER = { gone: 10, busy: 30, slow: 30, full: 60 }

/** Nothing was wrong with the request. One line in the log each: there may be many of them. */
function tryLater(c: Context<AppEnv>, error: Error, why: keyof typeof RETRY_AFTER): Response {
  const cause = error.cause instanceof Error ? error.cause : error
  c.var.deps?.log.warn('not available', { path: c.req.path, why, reason: headline(cause) })
  const retry_after = RETRY_AFTER[why]
  c.header('Retry-After', String(retry_after))
  c.header('Cache-Control', 'no-store')
  return c.json<ErrorBody>({ retry_after }, 503)
}
