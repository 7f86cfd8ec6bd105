import { Agent, request, type Dispatcher } from 'undici'
import { guardedLookup, type IsAllowed, type Resolve } from './address-guard.ts'
import { readBody } from './fetch-body.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { FetchFailure, toFailure } from './fetch-failure.ts'
import { parseForeignUrl } from './foreign-url.ts'
import {
  encodeHeaderUrl,
  headerOf,
  headersOf,
  isChallenge,
  validatorOf,
} from './response-headers.ts'
import { tracedInside } from '../traces/traces.ts'
import { limitTime } from './time-limit.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

export type Fetched = {
  /** URL after redirects. */
  url: string
  /** Media type in lower case, without parameters. */
  contentType: string
  charset: string | undefined
  body: Buffer
  isCut: boolean
  etag: string | null
  lastModified: string | null
  /** Value of the `Refresh` header: seconds, and optionally a URL. */
  refresh: string | undefined
}

export type Fetcher = (url: string, limits: FetchLimits) => Promise<Fetched>

const MAX_REDIRECTS = 5

/**
 * Creates the only client for URLs that users or visitors provide. Allows http and https, and
 * public addresses only, which are checked again at every redirect. Sends no credentials, and only
 * cookies set earlier in the same read. Limits time and size.
 */
export function createFetcher(options: {
  isAllowed: IsAllowed
  userAgent: string
  resolve?: Resolve
  /** CA certificates to trust instead of the system's. */
  ca?: string
}): Fetcher {
  const lookup = guardedLookup(options.isAllowed, options.resolve)

  return async function fetchGuarded(url, limits) {
    const { signal, end } = limitTime(limits.totalMs, limits.signal)
    // Each fetch has its own connections, so that targets cannot affect each other.
    const connect = { lookup, timeout: limits.totalMs, ...(options.ca && { ca: options.ca }) }
    const dispatcher = new Agent({ connect, pipelining: 0 })
    try {
      return await followRedirects(url, limits, { ...options, dispatcher, signal })
    } catch (error) {
      // The caller cancelled. This is no error of the target.
      if (limits.signal?.aborted) throw limits.signal.reason
      throw toFailure(error)
    } finally {
      end()
      dispatcher.destroy().catch(() => {})
    }
  }
}

type RequestContext = {
  isAllowed: IsAllowed
  userAgent: string
  dispatcher: Agent
  signal: AbortSignal
}

async function followRedirects(
  start: string,
  limits: FetchLimits,
  way: RequestContext,
): Promise<Fetched> {
  let url = parseForeignUrl(start, way.isAllowed)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await sendRequest(url, limits, way)
    limits.cookies?.keep(url, headersOf(response.headers, 'set-cookie'))
    const location = redirectOf(response)
    if (location === undefined) return toFetched(url, response, limits)
    response.body.destroy()
    if (limits.isSecret) throw new FetchFailure('refused', {}, response.statusCode)
    if (!canParseUrl(location, url.href)) throw new FetchFailure('refused')
    url = parseForeignUrl(new URL(location, url).href, way.isAllowed)
  }
  throw new FetchFailure('refused')
}

const sendRequest = (url: URL, limits: FetchLimits, way: RequestContext) =>
  tracedInside(
    () => ({
      name: limits.method ?? 'GET',
      kind: 'fetch',
      values: { 'http.request.method': limits.method ?? 'GET', 'server.address': url.hostname },
    }),
    async (span) => {
      const response = await requestOnce(url, limits, way)
      span.add({ 'http.response.status_code': response.statusCode })
      return response
    },
  )

async function requestOnce(url: URL, limits: FetchLimits, way: RequestContext) {
  const cookie = limits.cookies?.headerFor(url)
  const response = await request(url, {
    dispatcher: way.dispatcher,
    signal: way.signal,
    method: limits.method ?? 'GET',
    body:
      limits.json === undefined ? (limits.form?.toString() ?? null) : JSON.stringify(limits.json),
    headers: {
      ...(limits.form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      ...(limits.json !== undefined && { 'content-type': 'application/json' }),
      'user-agent': way.userAgent,
      accept: limits.accept,
      ...(limits.authorization && { authorization: limits.authorization }),
      ...(cookie && { cookie }),
      'accept-language': 'en, *;q=0.5',
      'accept-encoding': limits.compression === 'refused' ? 'identity' : 'gzip, deflate, br',
      ...(limits.validators?.etag && { 'if-none-match': limits.validators.etag }),
      ...(limits.validators?.lastModified && {
        'if-modified-since': limits.validators.lastModified,
      }),
    },
  })
  // A body that is dropped half-way emits an error, which would otherwise be uncaught.
  response.body.on('error', () => {})
  return response
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const location = REDIRECTS.has(statusCode) ? headerOf(headers, 'location') : undefined
  return location === undefined ? undefined : encodeHeaderUrl(location)
}

async function toFetched(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  limits: FetchLimits,
): Promise<Fetched> {
  if (statusCode < 200 || statusCode > 299 || isChallenge(headers))
    throw new FetchFailure('refused', {}, statusCode, headerOf(headers, 'retry-after'))
  const [contentType = '', ...parameters] = (headerOf(headers, 'content-type') ?? '').split(';')
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(parameters.join(';'))?.[1]
  const refresh = headerOf(headers, 'refresh')
  return {
    url: url.href,
    contentType: contentType.trim().toLowerCase(),
    charset,
    etag: validatorOf(headers, 'etag'),
    lastModified: validatorOf(headers, 'last-modified'),
    refresh: refresh === undefined ? undefined : encodeHeaderUrl(refresh),
    ...(await readBody(body, headerOf(headers, 'content-encoding'), limits)),
  }
}
