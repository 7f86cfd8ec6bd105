import type { MiddlewareHandler } from 'hono'
import { V2 } from '#contract/app-constants.ts'
import { cancellableDb } from '../db/cancellable-db.ts'
import type { AppEnv } from '../../env.ts'
import { isRead } from './is-read.ts'

/** Path of the search, which uses POST for its body but writes nothing. */
const SEARCH_PATH = new RegExp(`^${V2}/links/search/?$`)

/**
 * Cancels the queries of a read request when its client disconnects. Applies to handlers that use
 * `c.var.deps.db`.
 */
export const cancellableReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { method, path, raw } = c.req
  if (isRead(method) || (method === 'POST' && SEARCH_PATH.test(path))) {
    const { deps } = c.var
    c.set('deps', { ...deps, db: cancellableDb(deps, raw.signal) })
  }
  return next()
}
