import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '../env.ts'
import { createLoopCheck, type Step } from './chain.ts'
import { createChoice, type Choice } from './choice.ts'
import { createDomainAnswer } from './domain-answer.ts'
import type { Serve } from './domain-home.ts'
import { createFinder } from './find-target.ts'
import { followEdits } from '../links/invalidate.ts'
import { isRead } from '../platform/http/is-read.ts'
import { OwnHosts } from './own-hosts.ts'
import type { PasswordDeps } from './link-password-check.ts'
import { createAnswer } from './answer-choice.ts'
import { followOwners } from '../platform/db/owner-changes.ts'
import { createLeaveApp } from './in-app/leave-app.ts'
import { createLimitCheck, unlessUsedUp } from './limit-check.ts'
import type { Limits } from './limits.ts'
import { ENDED, redirectTo, NOT_FOUND, TRY_AGAIN, WRONG_METHOD, type Page } from './pages.ts'
import { readHeaders, type RequestHeaders } from './request-headers.ts'
import { inspectedName, isPlainPreview, keyIn, mainHostsOf, shortHostsOf } from './short-url.ts'
import type { Places } from './places.ts'
import { createReader } from './reader.ts'
import { createBackpressure } from './backpressure.ts'
import { readTargets, type Target } from './target.ts'
import { Targets } from './targets.ts'
import { pageWriter } from './write-page.ts'

type RedirectDeps = PasswordDeps &
  Pick<Deps, 'sql' | 'db' | 'dedicated' | 'log' | 'clicks' | 'salts' | 'secrets'> & {
    /** Places of links with a click limit; by default those in the database. */
    places?: Places
  }

export type Redirector = {
  /**
   * Returns true if the request is for a short link. It is answered at once, or after its link was
   * read. `serve` answers requests for the page that a custom domain shows at its root.
   */
  handle(req: IncomingMessage, res: ServerResponse, serve: Serve): boolean
  stop(): void
}

/**
 * Creates the handler that answers short links before the framework does. Where a link leads depends
 * on the request only through the rules and query parameters that its owner allows.
 */
export async function createRedirector(
  deps: RedirectDeps,
  { roomMs: maxWaitMs }: { roomMs?: number } = {},
): Promise<Redirector> {
  const { sql, dedicated, log, config, clicks } = deps
  const shortHosts = shortHostsOf(config.shortLinkHost, config.appOrigin)
  const targets = new Targets(createReader((keys) => readTargets(deps, keys, config)))
  const { lookUp, find } = createFinder(targets)
  const leaveApp = createLeaveApp(deps)
  const choose = createChoice(deps, leaveApp.continued)
  const renderPage = pageWriter(config.appOrigin)
  const backpressure = createBackpressure(clicks, log, maxWaitMs)
  const unfollowEdits = await followEdits(dedicated, targets)
  const unfollowOwners = await followOwners(dedicated, targets)
  const hosts = new OwnHosts(sql, log, mainHostsOf(config.shortLinkHost, config.appOrigin))
  const unfollowHosts = await hosts.follow(dedicated)
  const loopCheck = createLoopCheck(hosts, find)
  const answerWith = createAnswer({
    clicks,
    backpressure,
    leaveApp,
    isOurs: loopCheck.isOurs,
    show,
  })
  const limitPage = createLimitCheck(deps)
  const answerOnDomain = createDomainAnswer({ sql, log, config, follow, show })

  function handle(req: IncomingMessage, res: ServerResponse, serve: Serve): boolean {
    const headers = readHeaders(req.rawHeaders)
    const url = req.url ?? ''
    const own = hosts.find(headers.host)
    if (own !== undefined) return answerOnDomain(own, req, res, headers, serve)
    const key = keyIn(url, headers.host, shortHosts)
    if (key === undefined) return false
    const inspected = key === '' ? inspectedName(url) : undefined
    if (inspected !== undefined) return redirectToPreview(inspected, url, headers.host, res)
    return follow(key, req, res, headers)
  }

  function follow(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): true {
    // The form of a link with a password is sent with POST.
    const isForm = req.method === 'POST' && key !== ''
    if (!isRead(req.method) && !isForm) return show(res, WRONG_METHOD)
    if (key === '') return show(res, NOT_FOUND)
    const target = lookUp(key)
    if (isForm || target === undefined || clicks.isFull || leadsToUs(target))
      void answerLater(key, req, res, headers)
    else answer(target, req, res, headers)
    return true
  }

  const leadsToUs = (target: Target | null) =>
    target !== null && (loopCheck.isOurs(target.afterwards) || loopCheck.mayBeOurs(target))

  /** Returns the page to show if the choice could be part of a redirect loop, otherwise null. */
  async function loopPage(choice: Choice, afterwards: Step | null): Promise<Page | null> {
    const step = choice.way ? choice.way.to : afterwards
    if (!step || !loopCheck.isOurs(step) || (await loopCheck.leadsAway(step))) return null
    return choice.way ? NOT_FOUND : ENDED
  }

  /**
   * Redirects to the link preview on the app's host. The short host has no styles, cookies or
   * pages.
   */
  function redirectToPreview(
    code: string,
    url: string,
    host: string,
    res: ServerResponse,
  ): boolean {
    if (!shortHosts?.has(host.toLowerCase()) && isPlainPreview(url)) return false
    return show(res, redirectTo(`${config.appOrigin}/s/${code}+`) ?? NOT_FOUND)
  }

  async function answerLater(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): Promise<void> {
    try {
      let target = await find(key)
      while (target && clicks.isFull && (await backpressure.hasSpace())) target = await find(key)
      const at = Date.now()
      const choice = target && unlessUsedUp(target, choose(target, req, headers, at))
      const pageInstead = choice && (await loopPage(choice, target?.afterwards ?? null))
      // The client disconnected before an answer, so there is no click to count.
      if (res.destroyed) return
      // Other links have no form.
      if (req.method === 'POST' && !target?.limits?.passwordHash) show(res, WRONG_METHOD)
      else if (pageInstead) show(res, pageInstead)
      else if (target && choice) answerTarget(target, choice, at, req, res, headers)
      else show(res, NOT_FOUND)
    } catch (error) {
      log.error('could not read a short link', { key, error })
      show(res, TRY_AGAIN)
    }
  }

  function answer(
    target: Target | null,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): void {
    const at = Date.now()
    if (target) answerTarget(target, choose(target, req, headers, at), at, req, res, headers)
    else show(res, NOT_FOUND)
  }

  function answerTarget(
    target: Target,
    choice: Choice,
    at: number,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): void {
    if (target.limits === null || choice.clickId !== undefined)
      answerWith(target.exit, choice, { at, req, res, headers })
    else void answerLimited(target, target.limits, choice, req, res, headers)
  }

  async function answerLimited(
    target: Target,
    limits: Limits,
    choice: Choice,
    req: IncomingMessage,
    res: ServerResponse,
    headers: RequestHeaders,
  ): Promise<void> {
    try {
      const pageInstead = await limitPage(target, limits, choice, req, headers)
      if (res.destroyed) return
      if (pageInstead) show(res, pageInstead)
      // 303 makes every browser open the target with GET after a form.
      else {
        const status = req.method === 'POST' ? 303 : 302
        answerWith(target.exit, choice, { at: Date.now(), req, res, headers, status })
      }
    } catch (error) {
      log.error('could not check the limits of a link', { link: target.link.linkId, error })
      show(res, TRY_AGAIN)
    }
  }

  function show(res: ServerResponse, page: Page): true {
    const { status, headers, body } = renderPage(page)
    res.writeHead(status, headers)
    res.end(body)
    return true
  }

  function stop() {
    unfollowEdits()
    unfollowOwners()
    unfollowHosts()
  }

  return { handle, stop }
}
