import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../env.ts'
import { bearerIn } from '../../platform/http/bearer.ts'
import { isLocalRequest } from '../../platform/http/local-request.ts'
import { isEqualInConstantTime } from '../../platform/http/signed-cookies.ts'
import { areaOf } from './area.ts'
import { metricsText } from './metrics-text.ts'

/**
 * Serves /metrics for Prometheus, to requests with `METRICS_TOKEN` as bearer token and to requests
 * from this machine.
 */
export const metrics = new Hono<AppEnv>().get('/', async (c) => {
  const { deps } = c.var
  const token = deps.config.metricsToken
  const sent = bearerIn(c.req.header('authorization'))
  const hasToken = token !== null && sent !== undefined && isEqualInConstantTime(sent, token)
  c.header('Cache-Control', 'no-store')
  if (!hasToken && !isLocalRequest(c)) {
    if (token === null) return c.text('Not found', 404)
    c.header('WWW-Authenticate', 'Bearer realm="metrics"')
    return c.text('Send METRICS_TOKEN as bearer token.', 401)
  }
  return c.body(await metricsText(deps), 200, { 'Content-Type': CONTENT_TYPE })
})

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Measures the time until the answer of a route begins. */
export const measureRequests = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now()
  await next()
  const labels = { area: areaOf(c.req.path), status: `${Math.floor(c.res.status / 100)}xx` }
  c.var.deps.metrics.observeRequest(labels, (performance.now() - start) / 1000)
})
