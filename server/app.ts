import { Hono, type Context } from 'hono'
import { requestId } from 'hono/request-id'
import { IMAGE_ROOT } from '#contract/images/images.ts'
import { isServerSurface } from '#contract/surfaces.ts'
import { compressJson } from './platform/http/compression.ts'
import { crossOrigin } from './platform/http/cross-origin.ts'
import type { AppEnv, Deps } from './env.ts'
import { answerFailure } from './platform/html/failed-page.tsx'
import { measureRequests } from './operator/metrics/metrics-routes.ts'
import { limitBody } from './platform/http/limit-body.ts'
import { informSiblings } from './platform/processes/inform-siblings.ts'
import { duringMaintenance } from './platform/http/during-maintenance.ts'
import { cancellableReads } from './platform/http/reading.ts'
import { logKeyCalls } from './people/api-keys/calls/log-calls.ts'
import { refuseKeyInQuery } from './people/api-keys/leaked-key.ts'
import { mountRoutes } from './routes.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { staticFiles, type StaticFiles } from './platform/http/static.ts'
import { traceRequests } from './platform/traces/trace-requests.ts'
import { replacedFiles } from './platform/product/built-files.ts'
import { isRead } from './platform/http/is-read.ts'

/**
 * Creates the Hono app, which answers everything except redirects. Tests call `app.request()`
 * without a socket.
 */
export function createApp(deps: Deps): Hono<AppEnv> {
  const { distDir } = deps.config
  const files = staticFiles(distDir, replacedFiles(distDir, deps.icons))
  // `strict: false` serves each path with and without a trailing slash, without a redirect.
  const app = new Hono<AppEnv>({ strict: false })
  app.use(async (c, next) => {
    c.set('deps', deps)
    return next()
  })
  app.use(traceRequests, measureRequests, informSiblings)
  app.use(requestId(), securityHeaders(deps.config, files.indexHtml), limitBody, cancellableReads)
  // An app on another host also requests the health check and pictures.
  for (const open of ['/healthz', '/media/*', `${IMAGE_ROOT}/*`]) {
    app.use(open, crossOrigin(deps.config.appOrigin))
  }
  for (const api of ['/v1/*', '/v2/*', '/wp/*', '/device/*', '/chat/*']) {
    app.use(
      api,
      crossOrigin(deps.config.appOrigin),
      logKeyCalls,
      compressJson,
      duringMaintenance,
      refuseKeyInQuery,
    )
  }
  for (const page of ['/developers', '/openapi.json']) app.use(page, refuseKeyInQuery)
  mountRoutes(app)
  app.notFound((c) => answerUnrouted(c, files))
  app.onError(answerFailure)
  return app
}

const isApi = (pathname: string) => /^\/v[12](\/|$)/.test(pathname)

/** Answers requests without a route: with a built file, the app's index page or 404. */
async function answerUnrouted(c: Context<AppEnv>, files: StaticFiles): Promise<Response> {
  const { method, path } = c.req
  if (isRead(method)) {
    const page = isServerSurface(path) ? path : '/index.html'
    const answer = await files.answer(c, page)
    if (answer) return answer
  }
  c.header('Cache-Control', 'no-store')
  return isApi(path) ? c.json({}, 404) : c.text('Not found', 404)
}
