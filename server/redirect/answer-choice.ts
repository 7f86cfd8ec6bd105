import type { IncomingMessage, ServerResponse } from 'node:http'
import type { createBackpressure } from './backpressure.ts'
import type { Choice } from './choice.ts'
import { clickId } from './clicks/click-id.ts'
import type { Clicks } from './clicks/clicks.ts'
import type { Click } from './clicks/events.ts'
import { facetsText } from './clicks/facets.ts'
import type { Step } from './chain.ts'
import type { AppExit } from './in-app/app-exit.ts'
import type { createLeaveApp } from './in-app/leave-app.ts'
import type { Page } from './pages.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { Way } from './rules/link-rules.ts'
import { queryIn, sourceIn, widgetIn } from './short-url.ts'

/** Request with its answer. `status` is that of a redirect, 302 if left out. */
type Request = {
  at: number
  req: IncomingMessage
  res: ServerResponse
  headers: RequestHeaders
  status?: number
}

type AnswerDeps = {
  clicks: Clicks
  backpressure: ReturnType<typeof createBackpressure>
  leaveApp: ReturnType<typeof createLeaveApp>
  /** Returns whether a step leads to a custom domain of this installation. */
  isOurs: (step: Step) => boolean
  show: (res: ServerResponse, page: Page) => true
}

/** Creates the function that counts an opening and answers it with a redirect or a page. */
export function createAnswer({ clicks, backpressure, leaveApp, isOurs, show }: AnswerDeps) {
  const sendKept = createSending(clicks)
  return function answerWith(exit: AppExit | null, choice: Choice, request: Request): void {
    const { way, clickId: countedId } = choice
    const { req, res, at } = request
    if (!way) {
      show(res, choice.page)
      return
    }
    if (countedId !== undefined) {
      const page = exit && leaveApp.pageFor(exit, way, countedId, request)
      if (page) show(res, page)
      else send(request, headersOf(way, countedId, req))
      return
    }
    const isFull = clicks.isFull
    // A link on a custom domain decides itself whether its visitors leave the app.
    const leaving =
      exit && !isFull && !isOurs(way.to) ? leaveApp.leaving(exit, choice, request) : null
    // A click with an id is stored even if the queue is full, because orders refer to it.
    const id = leaving || (way.hasClickId && !(isFull && clicks.isOverfull)) ? clickId(at) : null
    if (isFull && id === null) backpressure.skipClick()
    else clicks.record(clickOf(request, { way, id, rule: choice.rule, app: leaving?.app }))
    sendKept(request, leaving ? leaving.headersWith(id ?? '') : headersOf(way, id ?? '', req))
  }
}

type Counted = { way: Way; id: string | null; rule: string; app: string | undefined }

const clickOf = ({ req, headers, at }: Request, { way, id, rule, app }: Counted): Click => ({
  link: way.link,
  id,
  at,
  isHead: req.method === 'HEAD',
  remote: req.socket.remoteAddress ?? '',
  forwardedFor: headers.forwardedFor,
  userAgent: headers.userAgent,
  referrer: headers.referrer,
  widget: widgetIn(req.url ?? ''),
  purpose: headers.purpose,
  facets: facetsText({ source: sourceIn(req.url ?? '', way.codeParts), rule, app }),
})

const headersOf = (way: Way, id: string, { url = '' }: IncomingMessage) =>
  way.headers ?? way.headersWith(id, queryIn(url))

/**
 * Creates the function that sends a redirect once its click is in the journal, so that a killed
 * process loses no click that it answered.
 */
function createSending(clicks: Pick<Clicks, 'afterKept'>) {
  let requests: Request[] = []
  let locations: string[][] = []

  function sendAll() {
    const [ready, headers] = [requests, locations]
    requests = []
    locations = []
    ready.forEach((request, index) => send(request, headers[index] ?? []))
  }

  return (request: Request, headers: string[]) => {
    requests.push(request)
    locations.push(headers)
    if (requests.length === 1) clicks.afterKept(sendAll)
  }
}

function send({ res, status = 302 }: Request, headers: string[]) {
  res.writeHead(status, headers)
  res.end()
}
