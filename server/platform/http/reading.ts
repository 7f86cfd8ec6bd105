import type { MiddlewareHandler } from 'hono'
import { V2 } from '#contract/app-constants.ts'
import { whileWanted } from '../db/while-wanted.ts'
import type { AppEnv } from '../../env.ts'

/** A search has a body, and so a method of its own, but it writes nothing. */
const SEARCH = new RegExp(`^${V2}/links/search/?$`)

/** What only reads is read no further when its client has gone; the handler reads `c.var.deps.db`. */
export const reading: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { method, path, raw } = c.req
  if (method === 'GET' || method === 'HEAD' || (method === 'POST' && SEARCH.test(path))) {
    const { deps } = c.var
    c.set('deps', { ...deps, db: whileWanted(deps, raw.signal) })
  }
  return next()
}
