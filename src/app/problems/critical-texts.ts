import type { Critical } from './failures.ts'
import type { RetryPlan } from '#http/retry-plan.ts'
import { momentText } from './times.ts'

/** The sentence of the dialog, word for word as the specification has it (spec section 8, D-104). */
export function criticalText({ status, detail, eventId, retry }: Critical): string {
  if (detail) return detail
  switch (status) {
    case 401:
      return 'The user is unauthenticated'
    case 404:
      return 'Not found'
    case 500:
    case 501:
    case 502:
      return eventId
        ? 'Oops! Something has gone wrong. Our team has been notified about the issue!'
        : 'Oops! Something has gone wrong.'
    case 503:
      return unavailableText(retry)
    case 504:
      return "Servers didn't respond in timely manner. We may be overloaded. Please try using app later."
    default:
      return 'Unknown error'
  }
}

/**
 * The same in a line that stands for as long as it lasts: the minutes are those that are left, and an
 * operator's own words are followed by the promised time, which they need not hold.
 */
export function unavailableSentence(detail: string | null, retry: RetryPlan, now: number): string {
  const promised = retry.kind !== 'default' && retry.moment > now
  if (detail === null) {
    const seconds = Math.min(retry.seconds, Math.round((retry.moment - now) / 1000))
    return ended(unavailableText(promised ? { ...retry, seconds } : null))
  }
  return promised ? `${ended(detail)} Back at: ${momentText(retry.moment, now)}.` : ended(detail)
}

const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Longer than any sentence of ours: an operator's paragraph reads better as text than as a title. */
export const isParagraph = (text: string) => text.length > 100

function unavailableText(retry: RetryPlan | null): string {
  if (retry?.kind === 'date')
    return `Service is in maintenance mode. We will be back at: ${momentText(retry.moment)}`
  if (retry?.kind === 'seconds')
    return `Service is in maintenance mode. We will be back in ${minutes(retry.seconds)}.`
  return 'Service is temporarily unavailable, please try again later.'
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? '1 minute' : `${count} minutes`
}
