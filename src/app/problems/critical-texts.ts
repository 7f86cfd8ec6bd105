import type { Critical } from './failures.ts'
import type { RetryPlan } from '#http/retry-plan.ts'
import { momentText } from './times.ts'

/** Returns the dialog's sentence, exactly as specified (spec, section 8). */
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
 * Returns the same text for a line that stays visible: with the minutes that are left, and with the
 * announced time after an operator's own text, which may not contain it.
 */
export function unavailableSentence(detail: string | null, retry: RetryPlan, now: number): string {
  const isAnnounced = retry.kind !== 'default' && retry.moment > now
  if (detail === null) {
    const seconds = Math.min(retry.seconds, Math.round((retry.moment - now) / 1000))
    return withFullStop(unavailableText(isAnnounced ? { ...retry, seconds } : null))
  }
  return isAnnounced
    ? `${withFullStop(detail)} Back at: ${momentText(retry.moment, now)}.`
    : withFullStop(detail)
}

const withFullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Returns whether a text is too long for a title. Only an operator's own text can be. */
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
