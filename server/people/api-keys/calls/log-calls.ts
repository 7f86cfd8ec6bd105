import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../../../env.ts'

/** Logs calls of API keys and connected apps after their answer, also refused ones. */
export const logKeyCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const made = c.var.keyCaller
  if (!made) return
  const { call = privateCall(c), ...caller } = made
  c.var.deps.callLog.record({
    ...caller,
    call,
    at: new Date().toISOString(),
    status: c.res.status,
    requestId: c.var.requestId,
  })
}

/** Returns the route of a call that is not public. */
function privateCall(c: Context<AppEnv>): string {
  const route = matchedRoutes(c).find(({ method }) => method === c.req.method)
  return `${c.req.method} ${route?.path ?? '(unknown)'}`
}
