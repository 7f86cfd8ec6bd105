import { createServer as createHttp, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Deps } from './env.ts'
import type { Redirector } from './redirect/redirect.ts'

/** A client that sends slowly on purpose is cut off; an upload over a poor connection is not. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  // Longer than the minute after which proxies drop an idle connection, so that they do it first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
}

type Limits = Partial<typeof LIMITS>

/** Redirects first, on node's own requests; everything else through the framework. */
export function createServer(deps: Deps, redirector: Redirector, limits: Limits = {}): Server {
  const app = createApp(deps)
  const listener = getRequestListener(app.fetch)
  return createHttp({ ...LIMITS, ...limits }, (request, response) => {
    if (redirector.handle(request, response)) return
    listener(request, response).catch((error: unknown) => {
      deps.log.error('request failed', { error })
      response.destroy()
    })
  })
}

const FINISH_MS = 5000

/** Takes no new request and lets the running ones end, for a few seconds. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that was busy a moment ago would be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
