import type { IncomingMessage, ServerResponse } from 'node:http'
import { clickId } from '../clicks/click-id.ts'
import type { Deps } from '../env.ts'
import { followEdits } from './invalidate.ts'
import { linkKey, OWN_DOMAIN } from './link-key.ts'
import { leadingTo, NOT_FOUND, TRY_AGAIN, WRONG_METHOD, type Page } from './pages.ts'
import { readHeaders, type RequestHeaders } from './request-headers.ts'
import { codeIn, inspectedCode, queryIn, shortHostsOf } from './short-url.ts'
import { createReader } from './reader.ts'
import { createBackpressure } from './backpressure.ts'
import { readTargets, type Target } from './target.ts'
import { Targets } from './targets.ts'
import { pageWriter } from './write-page.ts'

export type Redirector = {
  /** True when the request was for a short link and is answered, at once or when its link is read. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
  stop(): void
}

/**
 * Answers short links ahead of the framework. Nothing in a request takes part in the target, but
 * parameters that a link's owner lets through.
 */
export async function createRedirector(
  deps: Pick<Deps, 'sql' | 'dedicated' | 'log' | 'config' | 'clicks'>,
  { roomMs }: { roomMs?: number } = {},
): Promise<Redirector> {
  const { sql, dedicated, log, config, clicks } = deps
  const shortHosts = shortHostsOf(config.shortLinkHost, config.appOrigin)
  const targets = new Targets(createReader((keys) => readTargets(sql, keys, config)))
  const written = pageWriter(config.appOrigin)
  const patience = createBackpressure(clicks, log, roomMs)
  const unfollow = await followEdits(dedicated, targets)

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    const headers = readHeaders(req.rawHeaders)
    const code = codeIn(req.url ?? '', headers.host, shortHosts)
    if (code === undefined) return false
    const inspected = code === '' ? inspectedCode(req.url ?? '') : undefined
    if (inspected !== undefined) return leadToPage(inspected, headers.host, res)
    if (req.method !== 'GET' && req.method !== 'HEAD') return show(res, WRONG_METHOD)
    if (code === '') return show(res, NOT_FOUND)
    const key = linkKey(OWN_DOMAIN, code)
    const target = targets.get(key)
    if (target === undefined || clicks.isFull) void answerLater(key, req, res, headers)
    else answer(target, req, res, headers)
    return true
  }

  /** The app answers it, on its own host alone: a short host has no style, no cookie and no pages. */
  function leadToPage(code: string, host: string, res: ServerResponse): boolean {
    if (!shortHosts?.has(host.toLowerCase())) return false
    return show(res, leadingTo(`${config.appOrigin}/s/${code}+`) ?? NOT_FOUND)
  }

  async function find(key: string): Promise<Target | null> {
    const known = targets.get(key)
    return known === undefined ? targets.find(key) : known
  }

  async function answerLater(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): Promise<void> {
    try {
      let target = await find(key)
      while (target && clicks.isFull && (await patience.hasRoom())) target = await find(key)
      // Who hung up was not answered, so that there is no click either.
      if (!res.destroyed) answer(target, req, res, headers)
    } catch (error) {
      log.error('short link not read', { key, error })
      show(res, TRY_AGAIN)
    }
  }

  function answer(
    target: Target | null,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): void {
    if (!target) {
      show(res, NOT_FOUND)
      return
    }
    const at = Date.now()
    if (at >= target.endsAt) {
      show(res, target.after)
      return
    }
    const id = target.hasClickId ? clickId(at) : null
    if (clicks.isFull) patience.uncounted()
    else
      clicks.record({
        link: target.link,
        id,
        at,
        isHead: req.method === 'HEAD',
        remote: req.socket.remoteAddress ?? '',
        forwardedFor: headers.forwardedFor,
        userAgent: headers.userAgent,
        referrer: headers.referrer,
        purpose: headers.purpose,
      })
    res.writeHead(302, target.headers ?? target.headersWith(id ?? '', queryIn(req.url ?? '')))
    res.end()
  }

  function show(res: ServerResponse, page: Page): true {
    const { status, headers, body } = written(page)
    res.writeHead(status, headers)
    res.end(body)
    return true
  }

  return { handle, stop: unfollow }
}
