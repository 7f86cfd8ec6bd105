import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ErrorBody } from '#contract/common.ts'
import { unavailableReason } from '../db/unavailable.ts'
import { ClientGone } from '../db/cancellable-db.ts'
import type { AppEnv } from '../../env.ts'
import { summarizeError } from '../log/log-error.ts'

import {
  AccessError,
  BusyError,
  ConflictError,
  FieldError,
  ProofRequiredError,
  ThrottledError,
} from './errors.ts'

/**
 * Converts an exception into a response. Internal errors get no `detail`, because the app would
 * show it.
 */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof FieldError) return c.json<ErrorBody>({ errors: error.errors }, 400)
  if (error instanceof ConflictError) {
    const { conflict, message } = error
    return c.json({ errors: { non_field_errors: [message] }, conflict } satisfies ErrorBody, 409)
  }
  if (error instanceof AccessError) {
    c.header('WWW-Authenticate', error.challenge)
    return c.json<ErrorBody>({ errors: { non_field_errors: [error.message] } }, error.status)
  }
  if (error instanceof ProofRequiredError)
    return c.json<ErrorBody>({ errors: { non_field_errors: [error.message] } }, 428)
  if (error instanceof ThrottledError) {
    c.header('Retry-After', String(error.seconds))
    return c.json<ErrorBody>({ errors: { non_field_errors: [error.message] } }, 429)
  }
  if (error instanceof HTTPException && error.status === TOO_LARGE && isScript(c))
    return c.json<ErrorBody>({ errors: { non_field_errors: [TOO_LARGE_TEXT] } }, TOO_LARGE)
  if (error instanceof HTTPException) return c.json<ErrorBody>({}, error.status)
  // The client is gone, so this is no failure of the server.
  if (isAbortedRequest(error) || [error, error.cause].some((one) => one instanceof ClientGone))
    return c.json<ErrorBody>({}, 400)
  const unavailable = error instanceof BusyError ? 'busy' : unavailableReason(error)
  if (unavailable) return answerUnavailable(c, error, unavailable)
  c.var.deps?.log.error('request failed', { path: c.req.path, requestId: c.var.requestId, error })
  return c.json<ErrorBody>({}, 500)
}

const TOO_LARGE = 413
const TOO_LARGE_TEXT = 'This request is too large. Send less in one call.'

/** Returns whether a script with an API key sent the request. The app has its own texts. */
const isScript = (c: Context<AppEnv>) => c.req.header('Authorization') !== undefined

/** Returns whether the client closed the connection before its body had arrived. */
const isAbortedRequest = ({ name, cause }: Error) =>
  name === 'AbortError' &&
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Seconds for `Retry-After`. A database restarts quickly; a full disk needs the operator; a queue
 * of pictures or statements takes a time in between.
 */
const RETRY_AFTER = { gone: 10, busy: 30, slow: 30, full: 60 }

/** Answers 503. Logs one line without a stack, because there may be many. */
function answerUnavailable(
  c: Context<AppEnv>,
  error: Error,
  why: keyof typeof RETRY_AFTER,
): Response {
  const cause = error.cause instanceof Error ? error.cause : error
  const { path } = c.req
  const { deps, requestId } = c.var
  deps?.log.warn('not available', { path, requestId, why, reason: summarizeError(cause) })
  const retry_after = RETRY_AFTER[why]
  c.header('Retry-After', String(retry_after))
  c.header('Cache-Control', 'no-store')
  return c.json<ErrorBody>({ retry_after }, 503)
}
