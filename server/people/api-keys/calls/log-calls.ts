import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../../../env.ts'
import { requestedCall } from '../public-calls.ts'

/** Logs calls of API keys and connected apps after their answer, also refused ones. */
export const logKeyCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const made = c.var.keyCaller
  if (!made) return
  const route = matchedRoutes(c).find(({ method }) => method === c.req.method)
  c.var.deps.callLog.record({
    ...made,
    at: new Date().toISOString(),
    call: requestedCall(c)?.call ?? `${c.req.method} ${route?.path ?? '(unknown)'}`,
    status: c.res.status,
    requestId: c.var.requestId,
  })
}
