import { MAX_LOGGED_BYTES, type DeliveryProblem } from '#contract/developers/webhooks.ts'
import type { Connection } from '../../platform/fetcher/connection.ts'
import { toFailure } from '../../platform/fetcher/fetch-failure.ts'
import { messageIdOf } from './delivery-log.ts'
import { signatureHeader } from './webhook-secrets.ts'

/** Result of one attempt, with the part of request and answer that is logged. */
export type Outcome = {
  id: number
  problem: DeliveryProblem | null
  durationMs: number
  requestBody: string
  responseStatus: number | null
  responseType: string
  responseBody: string
}

/** Delivery with its finished body. */
export type Message = { id: number; messageId: string; body: string }

/** Sends a message once, signed with all valid secrets (Standard Webhooks 1.0). */
export async function attempt(
  connection: Connection,
  { id, messageId, body }: Message,
  secrets: string[],
): Promise<Outcome> {
  const start = performance.now()
  const timestamp = Math.floor(Date.now() / 1000)
  const webhookId = messageIdOf({ messageId })
  const headers = {
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id: webhookId, timestamp, body }),
  }
  const outcome = { id, requestBody: loggedText(Buffer.from(body)) }
  const durationMs = () => Math.round(performance.now() - start)
  try {
    const { status, contentType, body: answer } = await connection.post(body, headers)
    return {
      ...outcome,
      durationMs: durationMs(),
      problem: problemOf(status),
      responseStatus: status,
      responseType: loggedText(Buffer.from(contentType, 'latin1')).slice(0, MAX_TYPE),
      responseBody: loggedText(answer),
    }
  } catch (error) {
    return { ...outcome, ...withoutAnswer(failureOf(error)), durationMs: durationMs() }
  }
}

/** Returns the outcome of a message that could not be sent. */
export const unsent = ({ id }: Pick<Message, 'id'>, problem: DeliveryProblem): Outcome => ({
  id,
  requestBody: '',
  durationMs: 0,
  ...withoutAnswer(problem),
})

const withoutAnswer = (problem: DeliveryProblem) => ({
  problem,
  responseStatus: null,
  responseType: '',
  responseBody: '',
})

/** Maximum number of characters of a logged media type. */
const MAX_TYPE = 200

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

export function failureOf(error: unknown): DeliveryProblem {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  return toFailure(error).reason === 'blocked' ? 'blocked' : 'unreachable'
}

/**
 * Returns the start of a text for the log. PostgreSQL stores no NUL, and the last character may be
 * cut.
 */
const loggedText = (bytes: Buffer): string =>
  bytes
    .subarray(0, MAX_LOGGED_BYTES)
    .toString('utf8')
    .replaceAll('\u0000', '')
    .replace(bytes.length > MAX_LOGGED_BYTES ? /\ufffd+$/ : /$^/, '')
