import { encodingFor } from '../../platform/http/encoding.ts'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config/config.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { beforeNotice, listen } from '../../platform/db/notify.ts'
import { commonHeaders } from '../../platform/http/security-headers.ts'
import {
  isUnchanged,
  toCachedPage,
  type CachedPage,
  type Rendered,
  type Shown,
} from './kept-page.ts'
import { purposeOf } from '../../redirect/request-headers.ts'
import type { PageAnswer, PageRequest, ServedPages } from './page-answer.ts'
import { PageCache } from './page-cache.ts'

export type ServedPagesDeps = {
  config: Config
  dedicated: DedicatedConnection
  /** Renders the current response for a name. */
  render: (name: string) => Promise<Rendered>
}

type Options = ServedPagesDeps & {
  /** Content security policy of all documents. */
  policy: string
  /** Returns the name in a URL; empty if it is not a URL of these documents. */
  nameIn: (url: string) => string
  /** Called for each response that shows a page. */
  onShown?: (shown: Shown, request: PageRequest) => void
}

const CHANNEL = 'split_pages'

/**
 * Creates a server of public documents from memory. The cache is invalidated in every process when
 * a document changes.
 */
export async function createServedPages(options: Options): Promise<ServedPages> {
  const { config, dedicated, render, policy, nameIn, onShown } = options
  const common = Object.entries({
    'Content-Security-Policy': policy,
    ...commonHeaders(config),
  }).flat()
  const cache = new PageCache({
    render: async (name) => toCachedPage(await render(name), common),
    isListening: () => dedicated.isConnected,
  })
  const stopHolding = beforeNotice(CHANNEL, (userId) => cache.hold(userId))
  const listening = await listen(
    dedicated,
    CHANNEL,
    (userId) => cache.handleChange(userId),
    // Also runs after every reconnection, because notifications sent in between are lost.
    () => cache.clear(),
  )

  function answerWith(page: CachedPage, request: PageRequest): PageAnswer {
    const variant = page[encodingFor(request.acceptEncoding)]
    if (page.shown) onShown?.(page.shown, request)
    if (page.shown && isUnchanged(variant, request.ifNoneMatch)) {
      return { status: 304, headers: variant.notModifiedHeaders, body: null }
    }
    const { headers, body } = variant
    return { status: page.status, headers, body: request.isHead ? null : body }
  }

  return {
    handle(req, res) {
      const name = nameIn(req.url ?? '')
      if (name === '' || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const page = cache.get(name)
      if (!page) return false
      const { status, headers, body } = answerWith(page, requestOf(req))
      res.writeHead(status, headers).end(body ?? undefined)
      return true
    },
    answer: async (name, request) =>
      answerWith(cache.get(name) ?? (await cache.find(name)), request),
    clear: () => cache.clear(),
    stop() {
      stopHolding()
      listening.stop()
      cache.stop()
    },
  }
}

function requestOf({ method, headers, socket }: IncomingMessage): PageRequest {
  return {
    isHead: method === 'HEAD',
    remote: socket.remoteAddress ?? '',
    forwardedFor: one(headers['x-forwarded-for']),
    userAgent: one(headers['user-agent']),
    purpose: purposeOf((name) => one(headers[name])),
    acceptEncoding: one(headers['accept-encoding']),
    ifNoneMatch: one(headers['if-none-match']),
  }
}

const one = (value: string | string[] | undefined) => String(value ?? '')
