import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '../../env.ts'
import { traced } from './traces.ts'

/**
 * Traces requests until their answer begins. Spans have the route instead of the path, which could
 * contain a token.
 */
export const traceRequests = createMiddleware<AppEnv>(async (c, next) =>
  traced(
    () => ({
      name: c.req.method,
      kind: 'request',
      values: { 'http.request.method': c.req.method },
    }),
    async (span) => {
      await next()
      const { status } = c.res
      const route = routePath(c, -1)
      span.rename(`${c.req.method} ${route}`)
      span.add({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail()
    },
  ),
)
