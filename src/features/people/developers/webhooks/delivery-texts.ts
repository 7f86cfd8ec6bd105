import { clockText, dayText } from '#app/problems/times.ts'
import { MAX_LOGGED_BYTES, type WebhookDelivery } from '#contract/developers/webhooks.ts'

/** Returns the time of day for today, otherwise the day. */
export function timeText(at: string, now = Date.now()): string {
  const moment = Date.parse(at)
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString()
  return isToday ? clockText(moment) : dayText(moment, now)
}

type Result = { text: string; tone: 'money' | 'warn' | 'neutral' }

/** Returns the result of a delivery in a few words, such as "200 in 84 ms". */
export function resultOf(delivery: WebhookDelivery): Result {
  const { status, attempts, response_status: code, duration_ms, next_attempt_at } = delivery
  if (status === 'delivered') return { text: `${code} in ${duration_ms} ms`, tone: 'money' }
  if (attempts === 0) return { text: 'Waiting', tone: 'neutral' }
  const next = next_attempt_at === null ? '' : `, next try ${timeText(next_attempt_at)}`
  return { text: problemText(delivery) + next, tone: 'warn' }
}

function problemText({ problem, response_status: code }: WebhookDelivery): string {
  if (problem === 'blocked') return 'Address not public'
  if (problem === 'unreadable_secret') return 'Secret unreadable'
  return code === null ? 'No answer' : String(code)
}

const PROBLEMS: Partial<Record<NonNullable<WebhookDelivery['problem']>, string>> = {
  redirected: 'The address redirects. Enter the final address in the settings.',
  timeout: 'No answer within 10 seconds.',
  unreachable: 'The server could not be reached.',
  blocked: 'The address is not on the public internet.',
  unreadable_secret: 'The secret cannot be read any more. Create a new one in the settings.',
}

/** Returns the answer of the receiver as text: status, content type and body. */
export function answerText(delivery: WebhookDelivery): string {
  const { response_status: code, response_content_type: type, response_body: body } = delivery
  if (code === null) return ''
  return [String(code), ...(type === '' ? [] : [`content-type: ${type}`]), '', body]
    .join('\n')
    .trim()
}

/** Returns what went wrong and what to do, if the answer itself does not say it. */
export const adviceText = ({ problem }: WebhookDelivery): string | undefined =>
  problem === null ? undefined : PROBLEMS[problem]

/** Returns a body for reading: JSON with line breaks, and other or shortened text as it is. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Returns whether a body in the log may be only the beginning. */
export const isShortened = (body: string): boolean =>
  new TextEncoder().encode(body).length >= MAX_LOGGED_BYTES - 3
