import { LRUCache } from 'lru-cache'
import { Agent, request } from 'undici'
import webpush from 'web-push'
import { guardedLookup } from '../../platform/fetcher/address-guard.ts'
import type { Config } from '../../platform/config/config.ts'
import { toFailure } from '../../platform/fetcher/fetch-failure.ts'
import { addressCheck, parseForeignUrl } from '../../platform/fetcher/foreign-url.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  payload: string
  ttlSeconds: number
  urgency: 'low' | 'normal'
  /** Topic of at most 32 letters, digits, dashes and underscores. */
  topic: string
}

/**
 * Result of a delivery. `gone`: the subscription has ended. `later`: try again, after `seconds` if
 * the service gave a time. `refused`: the service will never accept this message.
 */
export type PushOutcome =
  | { is: 'sent' | 'gone' | 'refused'; status?: number }
  | { is: 'later'; seconds: number | null; why: string }

export type PushSender = {
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<PushOutcome>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
/**
 * Maximum number of connections per push service. They stay open, because all users of a browser
 * share one service.
 */
const MAX_CONNECTIONS = 32
/**
 * Time in milliseconds for which a signature is reused for all subscriptions of a service. It is
 * valid for 12 hours.
 */
const SIGNATURE_TTL_MS = 6 * 60 * 60 * 1000
const MAX_ANSWER_BYTES = 4096

/**
 * Sends encrypted messages to push services. Endpoints come from browsers, so the address rules of
 * the protected fetcher apply. Unlike the fetcher, it keeps connections open. `ca` is the
 * certificate of a test service.
 */
export function createPushSender(parts: {
  config: Config
  secrets: Pick<Secrets, 'vapid'>
  ca?: string
}): PushSender {
  const { config, secrets, ca } = parts
  const isAllowed = addressCheck(config)
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: TIMEOUT_MS, ...(ca && { ca }) },
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const signatures = new LRUCache<string, string>({ max: 1000, ttl: SIGNATURE_TTL_MS })

  function signatureFor({ origin }: URL): string {
    const known = signatures.get(origin)
    if (known !== undefined) return known
    const { publicKey, privateKey } = secrets.vapid
    const { Authorization } = webpush.getVapidHeaders(
      origin,
      config.vapidSubject,
      publicKey,
      privateKey,
      'aes128gcm',
    )
    signatures.set(origin, Authorization)
    return Authorization
  }

  async function post(target: PushTarget, message: PushMessage, signal: AbortSignal) {
    const url = parseForeignUrl(target.endpoint, isAllowed)
    const { headers, body } = webpush.generateRequestDetails(
      toSubscription(target),
      message.payload,
      {
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        topic: message.topic,
        headers: { Authorization: signatureFor(url) },
      },
    )
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: headers as Record<string, string>,
      body,
    })
    await answer.body.dump({ limit: MAX_ANSWER_BYTES })
    return answer
  }

  return {
    async send(target, message, signal) {
      try {
        const { statusCode, headers } = await post(target, message, signal)
        return outcomeOf(statusCode, headers['retry-after'])
      } catch (error) {
        signal.throwIfAborted()
        const { reason } = toFailure(error)
        if (reason === 'blocked') return { is: 'refused' }
        return { is: 'later', seconds: null, why: String(error) }
      }
    },
    close: () => dispatcher.destroy(),
  }
}

const toSubscription = ({ endpoint, p256dh, auth }: PushTarget) => ({
  endpoint,
  keys: { p256dh, auth },
})

function outcomeOf(status: number, retryAfter: string | string[] | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 408 || status === 429 || status >= 500) {
    return {
      is: 'later',
      seconds: parseRetryAfter(String(retryAfter ?? '')),
      why: `status ${status}`,
    }
  }
  return { is: 'refused', status }
}

/** Parses a `Retry-After` header, which is seconds or a date, and returns seconds. */
export function parseRetryAfter(retryAfter: string, now = Date.now()): number | null {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
