import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { closeUnread } from './platform/http/close-unread.ts'
import { limitPerAddress } from './platform/http/connections.ts'
import type { Deps } from './env.ts'
import { isUpload } from './platform/http/limit-body.ts'
import type { Redirector, Serve } from './redirect/redirect.ts'

/** A client that sends slowly on purpose is cut off; an upload over a poor connection is not. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  // Longer than the minute after which proxies drop an idle connection, so that they do it first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
}

/** What is no file is small: whoever takes longer than this to send it does so on purpose. */
const BODY_MS = 30_000
/** Each costs some kilobytes; with so many open, new ones are turned away. */
const MOST_CONNECTIONS = 10_000

type Limits = Partial<typeof LIMITS & { bodyTimeout: number }>

/** Redirects and pages at hand first, on node's own requests; everything else through the framework. */
export function createServer(deps: Deps, redirector: Redirector, limits: Limits = {}): Server {
  const app = createApp(deps)
  const listener = getRequestListener(app.fetch)
  const { bodyTimeout = BODY_MS, ...rest } = limits
  const serve: Serve = (request, response) => {
    if (deps.publicPages.handle(request, response)) return
    if (deps.publicWidgets.handle(request, response)) return
    cutOffLate(request, response, bodyTimeout)
    closeUnread(request, response)
    listener(request, response).catch((error: unknown) => {
      deps.log.error('request failed', { error })
      response.destroy()
    })
  }
  const server = createHttp({ ...LIMITS, ...rest }, (request, response) => {
    if (!redirector.handle(request, response, serve)) serve(request, response)
  })
  server.maxConnections = MOST_CONNECTIONS
  limitPerAddress(server, deps)
  return server
}

const TOO_LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** A file may take its time, over a poor connection. */
function cutOffLate(request: IncomingMessage, response: ServerResponse, ms: number) {
  const { method = 'GET', url = '' } = request
  if (method === 'GET' || method === 'HEAD' || isUpload(url.split('?', 1)[0] ?? '')) return
  const late = setTimeout(() => {
    if (request.complete) return
    // Past the framework, which still waits for the body, and with node's own words for late headers.
    if (!response.headersSent) request.socket.end(TOO_LATE)
    request.destroy()
  }, ms)
  request.once('close', () => clearTimeout(late))
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
