import { LRUCache } from 'lru-cache'
import { Agent, request } from 'undici'
import webpush from 'web-push'
import { guardedLookup } from '../../platform/fetcher/address-guard.ts'
import type { Config } from '../../platform/config/config.ts'
import { toFailure } from '../../platform/fetcher/fetch-failure.ts'
import { allowedAddresses, foreignUrl } from '../../platform/fetcher/foreign-url.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  payload: string
  ttlSeconds: number
  urgency: 'low' | 'normal'
  /** At most 32 letters, digits, dashes and underscores. */
  topic: string
}

/**
 * `gone`: the browser has ended its subscription. `later`: worth another try, after that many seconds
 * when the service says so. `refused`: it will never take this message.
 */
export type PushOutcome =
  | { is: 'sent' | 'gone' | 'refused'; status?: number }
  | { is: 'later'; seconds: number | null; why: string }

export type PushSender = {
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<PushOutcome>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
/** Of one push service: its connections are kept, as all of a browser's users share it. */
const CONNECTIONS = 32
/** A signature is good for 12 hours; the same one goes to all of a service's subscriptions. */
const SIGNATURE_MS = 6 * 60 * 60 * 1000
const ENOUGH_OF_AN_ANSWER = 4096

/**
 * Sends encrypted messages to push services. Their addresses come from browsers, so they are held to
 * the rules of the one fetcher; unlike its, the connections here last. `ca` is for a service of a test.
 */
export function createPushSender(parts: {
  config: Config
  secrets: Pick<Secrets, 'vapid'>
  ca?: string
}): PushSender {
  const { config, secrets, ca } = parts
  const isAllowed = allowedAddresses(config)
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: TIMEOUT_MS, ...(ca && { ca }) },
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const signatures = new LRUCache<string, string>({ max: 1000, ttl: SIGNATURE_MS })

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
    const url = foreignUrl(target.endpoint, isAllowed)
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
    await answer.body.dump({ limit: ENOUGH_OF_AN_ANSWER })
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
    return { is: 'later', seconds: secondsOf(String(retryAfter ?? '')), why: `status ${status}` }
  }
  return { is: 'refused', status }
}

/** `Retry-After` is seconds or a date. */
export function secondsOf(retryAfter: string, now = Date.now()): number | null {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
