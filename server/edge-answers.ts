import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBE_PATH, probeAnswer } from './page/domains/domain-probe.ts'
import { bearerIn } from './platform/http/bearer.ts'
import { isForwarded } from './platform/http/local-request.ts'
import { isEqualInConstantTime } from './platform/http/signed-cookies.ts'
import type { Config } from './platform/config/config.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import type { Serve } from './redirect/domain-home.ts'

/** State of an edge, for /healthz and /metrics. */
type EdgeState = {
  /** Seconds since the origin last answered; null if it has not answered since the start. */
  originSeconds: number | null
  /** Number of stored clicks that the origin does not have yet. */
  clicksWaiting: number
  redirects: number
  /** False if clicks cannot be written to the journal, so that a crash would lose some. */
  journalWorks: boolean
}

type AnswerDeps = { config: Config; secrets: Secrets; state: () => Promise<EdgeState> }

/**
 * Creates the answers to everything but short links. Pages and the app are at the app's address, to
 * which reads are redirected.
 */
export function createEdgeAnswers({ config, secrets, state }: AnswerDeps): Serve {
  const appHost = new URL(config.appOrigin).host
  const probe = new RegExp(`^/domains/${PROBE_PATH}/([\\w-]+)$`)

  return function serve(req, res) {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    const token = probe.exec(path)?.[1]
    if (path === '/livez') json(res, 200, { ok: true, version: config.version })
    else if (path === '/healthz') void answerHealth(res)
    else if (path === '/metrics' && isOperator(req, config)) void answerMetrics(res)
    else if (token !== undefined) text(res, 200, probeAnswer({ secrets }, token))
    else if (req.method !== 'GET' && req.method !== 'HEAD') text(res, 404, 'Not found')
    else if (req.headers.host === appHost) text(res, 503, 'This server only answers short links.')
    else redirect(res, config.appOrigin + (req.url ?? '/'))
  }

  async function answerHealth(res: ServerResponse) {
    try {
      const { originSeconds, clicksWaiting, journalWorks } = await state()
      json(res, 200, {
        ok: true,
        version: config.version,
        origin_seconds: originSeconds,
        clicks_waiting: clicksWaiting,
        ...(!journalWorks && { click_journal: 'cannot be written' }),
      })
    } catch {
      json(res, 503, { ok: false, version: config.version })
    }
  }

  async function answerMetrics(res: ServerResponse) {
    try {
      text(res, 200, metricsOf(await state()))
    } catch {
      text(res, 503, 'The database does not answer.')
    }
  }
}

/** Returns whether the request may read metrics: with the token, or directly from this machine. */
function isOperator({ headers, socket }: IncomingMessage, { metricsToken }: Config): boolean {
  const sent = bearerIn(headers.authorization)
  if (metricsToken !== null && sent !== undefined) return isEqualInConstantTime(sent, metricsToken)
  return (
    !isForwarded((name) => headers[name]) &&
    /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '')
  )
}

const metricsOf = ({ originSeconds, clicksWaiting, redirects, journalWorks }: EdgeState) =>
  [
    '# HELP split_edge_origin_seconds Seconds since the origin last answered.',
    '# TYPE split_edge_origin_seconds gauge',
    ...(originSeconds === null ? [] : [`split_edge_origin_seconds ${originSeconds}`]),
    '# HELP split_edge_clicks_waiting Stored clicks that the origin does not have yet.',
    '# TYPE split_edge_clicks_waiting gauge',
    `split_edge_clicks_waiting ${clicksWaiting}`,
    '# HELP split_edge_short_link_answers_total Answered requests for short links.',
    '# TYPE split_edge_short_link_answers_total counter',
    `split_edge_short_link_answers_total ${redirects}`,
    '# HELP split_click_journal_failing Whether clicks cannot be written to the journal.',
    '# TYPE split_click_journal_failing gauge',
    `split_click_journal_failing ${journalWorks ? 0 : 1}`,
    '',
  ].join('\n')

function json(res: ServerResponse, status: number, value: object) {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(value))
}

function text(res: ServerResponse, status: number, value: string) {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  res.writeHead(status, headers)
  res.end(value)
}

function redirect(res: ServerResponse, location: string) {
  res.writeHead(302, { Location: location, 'Cache-Control': 'no-store' })
  res.end()
}
