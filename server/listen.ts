import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { closeUnread } from './platform/http/close-unread.ts'
import { limitPerAddress, noteResponse } from './platform/http/connections.ts'
import type { Deps } from './env.ts'
import { LightRequest } from './platform/http/light-request.ts'
import { isUpload } from './platform/http/limit-body.ts'
import type { Serve } from './redirect/domain-home.ts'
import type { Redirector } from './redirect/redirect.ts'
import { isRead } from './platform/http/is-read.ts'

/**
 * Limits of node's HTTP server. They cut off clients that send slowly on purpose, but not uploads
 * over a poor connection.
 */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  // Longer than the minute after which proxies drop an idle connection, so that the proxy closes it
  // first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
}

/** Maximum time to receive a body that is not a file, in milliseconds. These bodies are small. */
const MAX_BODY_MS = 30_000
/** Maximum number of open connections. Each costs some kilobytes. */
const MAX_CONNECTIONS = 10_000

/** Creates an HTTP server with limits for time, size and connections. */
export function createLimitedServer(
  deps: Pick<Deps, 'config' | 'log' | 'siblings'>,
  answer: Serve,
  limits: Partial<typeof LIMITS> = {},
): Server {
  const settings = { ...LIMITS, ...limits, IncomingMessage: LightRequest }
  const server = createHttp(settings, (request, response) => {
    request.allowHeaders()
    noteResponse(request.socket, response)
    answer(request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  limitPerAddress(server, deps)
  return server
}

type Limits = Partial<typeof LIMITS & { bodyTimeout: number }>

/**
 * Creates the HTTP server. Redirects and cached public pages are served on node's own requests,
 * everything else by Hono.
 */
export function createServer(deps: Deps, redirector: Redirector, limits: Limits = {}): Server {
  const app = createApp(deps)
  const listener = getRequestListener(app.fetch)
  const { bodyTimeout = MAX_BODY_MS, ...rest } = limits
  const { counts, redirectTimes } = deps.metrics
  const serve: Serve = (request, response) => {
    if (
      deps.publicPages.handle(request, response) ||
      deps.publicWidgets.handle(request, response)
    ) {
      counts.pageAnswers += 1
      return
    }
    closeSlowRequest(request, response, bodyTimeout)
    closeUnread(request, response)
    listener(request, response).catch((error: unknown) => {
      deps.log.error('request failed', { error })
      response.destroy()
    })
  }
  const answer: Serve = (request, response) => {
    const startedAt = performance.now()
    if (!redirector.handle(request, response, serve)) return serve(request, response)
    counts.shortLinkAnswers += 1
    // A form of a link with a password takes as long as its visitor and the hash need.
    if (request.method === 'GET' && redirectTimes.isDue(startedAt))
      response.once('finish', () => {
        if (isRedirect(response)) redirectTimes.add(startedAt, performance.now())
      })
  }
  return createLimitedServer(deps, answer, rest)
}

const isRedirect = ({ statusCode }: ServerResponse) => statusCode >= 300 && statusCode < 400

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Closes a connection whose body takes too long. Uploads have no such limit. */
function closeSlowRequest(request: IncomingMessage, response: ServerResponse, ms: number) {
  const { method = 'GET', url = '' } = request
  if (isRead(method) || isUpload(url.split('?', 1)[0] ?? '')) return
  const late = setTimeout(() => {
    if (request.complete) return
    // Bypasses Hono, which still waits for the body. The text is node's own for late headers.
    if (!response.headersSent) request.socket.end(TIMEOUT_RESPONSE)
    request.destroy()
  }, ms)
  request.once('close', () => clearTimeout(late))
}

const FINISH_MS = 5000

/**
 * Stops accepting requests, waits up to FINISH_MS for running ones, then closes all connections.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that just became idle would otherwise stay open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
