import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'
import { beforeNotice, listen } from '../db/notify.ts'
import { plainHeaders } from '../http/security-headers.ts'
import { encodingFor, isUnchanged, keepPage, type KeptPage, type Rendered } from './kept-page.ts'
import { PageCache } from './page-cache.ts'
import type { PageViews, Visit } from './page-views.ts'
import { POLICY } from './policy.ts'

export type PageRequest = Visit & { accepted: string; known: string }
export type PageAnswer = { status: number; headers: string[]; body: Buffer | null }

export type PublicPages = {
  /** True when the request was for a page at hand, and is answered. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
  answer(slug: string, request: PageRequest): Promise<PageAnswer>
  views: PageViews
  stop(): Promise<void>
}

type PublicPagesDeps = {
  config: Config
  dedicated: DedicatedConnection
  views: PageViews
  render: (slug: string) => Promise<Rendered>
}

const CHANNEL = 'split_pages'

/** Pages from memory, exact in every process, counting who looks. */
export async function createPublicPages(deps: PublicPagesDeps): Promise<PublicPages> {
  const { config, dedicated, views, render } = deps
  const common = Object.entries({
    'Content-Security-Policy': POLICY,
    ...plainHeaders(config),
  }).flat()
  const cache = new PageCache({
    render: async (slug) => keepPage(await render(slug), common),
    isListening: () => dedicated.isConnected,
  })
  const forget = beforeNotice(CHANNEL, (userId) => cache.hold(userId))
  const listening = await listen(
    dedicated,
    CHANNEL,
    (userId) => cache.changed(userId),
    // Also after every reconnection: what changed in between was not heard.
    () => cache.clear(),
  )

  function answerWith(page: KeptPage, request: PageRequest): PageAnswer {
    const variant = page[encodingFor(request.accepted)]
    if (page.shown) views.record(page.shown, request)
    if (page.shown && isUnchanged(variant, request.known)) {
      return { status: 304, headers: variant.unchanged, body: null }
    }
    const { headers, body } = variant
    return { status: page.status, headers, body: request.isHead ? null : body }
  }

  return {
    handle(req, res) {
      const slug = slugIn(req.url ?? '')
      if (slug === '' || (req.method !== 'GET' && req.method !== 'HEAD')) return false
      const page = cache.get(slug)
      if (!page) return false
      const { status, headers, body } = answerWith(page, requestOf(req))
      res.writeHead(status, headers).end(body ?? undefined)
      return true
    },
    answer: async (slug, request) =>
      answerWith(cache.get(slug) ?? (await cache.find(slug)), request),
    views,
    async stop() {
      forget()
      listening.stop()
      cache.stop()
      await views.stop()
    },
  }
}

/** Of `/p/ana` and `/p/ana/`; empty for whatever is written otherwise. */
function slugIn(url: string): string {
  if (!url.startsWith('/p/')) return ''
  return /^\/p\/([a-z0-9-]+)\/?(?:\?|$)/.exec(url)?.[1] ?? ''
}

function requestOf({ method, headers, socket }: IncomingMessage): PageRequest {
  return {
    isHead: method === 'HEAD',
    remote: socket.remoteAddress ?? '',
    forwardedFor: one(headers['x-forwarded-for']),
    userAgent: one(headers['user-agent']),
    purpose: one(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']),
    accepted: one(headers['accept-encoding']),
    known: one(headers['if-none-match']),
  }
}

const one = (value: string | string[] | undefined) => String(value ?? '')
