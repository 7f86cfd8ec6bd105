import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '../env.ts'
import { nameBelowMain } from '../links/link-key.ts'
import { createDomainHome, type Serve } from './domain-home.ts'
import { isRead } from '../platform/http/is-read.ts'
import type { OwnHost } from './own-hosts.ts'
import { GONE, NOT_FOUND, redirectTo, TRY_AGAIN, type Page } from './pages.ts'
import type { RequestHeaders } from './request-headers.ts'
import { inspectedCode, isRoot, keyOnDomain } from './short-url.ts'

type DomainAnswerDeps = Pick<Deps, 'sql' | 'log' | 'config'> & {
  /** Answers a request for the link with this key. */
  follow: (key: string, req: IncomingMessage, res: ServerResponse, headers: RequestHeaders) => true
  show: (res: ServerResponse, page: Page) => true
}

/**
 * Creates the handler of requests on custom domains. They serve only short links and the owner's
 * page with its assets. It returns false if `serve` has to answer the request.
 */
export function createDomainAnswer({ sql, log, config, follow, show }: DomainAnswerDeps) {
  const showHome = createDomainHome({ sql, log, config }, show)

  function answerOnDomain(
    own: OwnHost | Promise<OwnHost | null>,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
    serve: Serve,
  ): boolean {
    const url = req.url ?? ''
    if (isProbe(url)) return false
    if (own instanceof Promise) {
      void answerWhenKnown(own, req, res, headers, serve)
      return true
    }
    if (own.isGone) return show(res, GONE)
    if (!own.isOpen) return show(res, NOT_FOUND)
    if (isRead(req.method) && PAGE_ASSET.test(url)) return false
    if (isRead(req.method) && isRoot(url)) {
      void showHome(own, req, res, serve)
      return true
    }
    const key = keyOnDomain(url, own)
    const inspected = key === '' ? inspectedCode(url, own) : undefined
    if (inspected === undefined || inspected.includes('~')) return follow(key, req, res, headers)
    const page = `${config.appOrigin}/s/${nameBelowMain(own.domainId, inspected)}+`
    return show(res, redirectTo(page) ?? NOT_FOUND)
  }

  async function answerWhenKnown(
    own: Promise<OwnHost | null>,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
    serve: Serve,
  ): Promise<void> {
    try {
      const found = await own
      if (!found) show(res, NOT_FOUND)
      else if (!answerOnDomain(found, req, res, headers, serve)) serve(req, res)
    } catch (error) {
      log.error('could not read a custom domain', { error })
      show(res, TRY_AGAIN)
    }
  }

  return answerOnDomain
}

/** Styles, fonts and images. A page on a custom domain loads everything from its own host. */
const PAGE_ASSET = /^\/(p\/assets|cdn-cgi\/image|media|fonts|icons)\//

/** The server requests this path to check that a domain points to it. */
const isProbe = (url: string) => url.startsWith('/domains/probe/')
