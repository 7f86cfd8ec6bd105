import { encodingFor } from '../../platform/http/encoding.ts'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { beforeNotice, listen } from '../../platform/db/notify.ts'
import type { Replica } from '../../platform/db/replica/replica.ts'
import { commonHeaders } from '../../platform/http/security-headers.ts'
import {
  isUnchanged,
  toCachedPage,
  type CachedPage,
  type Rendered,
  type Shown,
} from './kept-page.ts'
import { purposeOf } from '../../redirect/request-headers.ts'
import { EditTimes } from './edit-times.ts'
import type { PageAnswer, PageRequest, ServedPages } from './page-answer.ts'
import { PageCache } from './page-cache.ts'

export type ServedPagesDeps = {
  config: Config
  dedicated: DedicatedConnection
  replica: Replica
  db: DbOrTx
  /** Renders the response for a name with the data of a database. */
  render: (from: DbOrTx, name: string) => Promise<Rendered>
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
  const { config, dedicated, replica, db, render, policy, nameIn, onShown } = options
  const edits = new EditTimes()
  const common = Object.entries({
    'Content-Security-Policy': policy,
    ...commonHeaders(config),
  }).flat()
  const cache = new PageCache({
    render: async (name) =>
      toCachedPage((await renderFromReplica(name)) ?? (await render(db, name)), common),
    isListening: () => dedicated.isConnected,
  })
  const stopHolding = beforeNotice(CHANNEL, (userId) => cache.hold(userId))
  const listening = await listen(
    dedicated,
    CHANNEL,
    (userId) => {
      edits.note(userId)
      cache.handleChange(userId)
    },
    // Also runs after every reconnection, because notifications sent in between are lost.
    () => {
      edits.noteAll()
      cache.clear()
    },
  )

  /** Returns null unless the replica shows the page with all edits of its owner. */
  async function renderFromReplica(name: string): Promise<Rendered | null> {
    if (!dedicated.isConnected) return null
    return replica.read(async (data) => {
      const rendered = await render(data.db, name)
      const owner = rendered.shown?.userId
      if (owner === undefined || cache.isHeld(owner)) return null
      return edits.areBefore(owner, data.completeAt) ? rendered : null
    })
  }

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
