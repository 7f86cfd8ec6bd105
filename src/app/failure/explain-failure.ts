import { announceFailure } from '#http/call-listeners.ts'
import { toApiError, type ApiError } from '#http/error.ts'

/** Returns whether the failure concerns the whole app: signed out or under maintenance. */
const isAppWide = ({ status }: ApiError) => status === 401 || status === 503

/** Announces a failure that concerns the whole app. Returns whether it did. */
export function announceIfAppWide(failure: ApiError): boolean {
  if (!isAppWide(failure)) return false
  announceFailure(failure)
  return true
}

/**
 * Returns one plain sentence for a failed action, or null if the app's own dialog shows the
 * failure. The action's calls must be quiet, so that the failure is shown only once. `subject` is
 * the beginning of a sentence such as "The link", for actions on something that may be gone.
 */
export function explainFailure(error: unknown, action: string, subject?: string): string | null {
  const failure = toApiError(error)
  if (announceIfAppWide(failure)) return null
  const [first] = Object.values(failure.body.errors ?? {})
  return first?.[0] ?? failureText(failure, action, subject)
}

function failureText({ status, body }: ApiError, action: string, subject?: string): string {
  const failed = `Couldn’t ${action}.`
  if (status === 'unknown') return `${failed} Check your connection and try again.`
  if (status === 404) return `${failed} ${notFound(subject)}`
  return body.detail ?? `${failed} Try again.`
}

/**
 * Without a subject, a 404 means that the server does not know the call: it may be older than the
 * app.
 */
const notFound = (subject?: string) =>
  subject === undefined ? 'This server cannot do that.' : `${subject} is gone.`
