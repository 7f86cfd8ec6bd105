import { announce } from '#http/call-listeners.ts'
import { toApiError, type ApiError } from '#http/error.ts'

/** Signed out, or under maintenance: these concern the whole app, whatever was being done. */
const concernsTheApp = ({ status }: ApiError) => status === 401 || status === 503

/** Has the app's own dialog say what concerns the whole app; true when it does. */
export function announceForApp(failure: ApiError): boolean {
  if (!concernsTheApp(failure)) return false
  announce(failure)
  return true
}

/**
 * One plain sentence for an action that failed, or null when the app's own dialog says it. The action's
 * calls are quiet, so that nothing else speaks up. `subject` begins a sentence, as in "The link": what
 * the action was done to, where that may be gone meanwhile.
 */
export function explainFailure(error: unknown, action: string, subject?: string): string | null {
  const failure = toApiError(error)
  if (announceForApp(failure)) return null
  const [first] = Object.values(failure.body.errors ?? {})
  return first?.[0] ?? plainWords(failure, action, subject)
}

function plainWords({ status, body }: ApiError, action: string, subject?: string): string {
  const failed = `Couldn’t ${action}.`
  if (status === 'unknown') return `${failed} Check your connection and try again.`
  if (status === 404) return `${failed} ${notFound(subject)}`
  return body.detail ?? `${failed} Try again.`
}

/** What cannot be gone is unknown to this server: it may be older than the app (offline 34). */
const notFound = (subject?: string) =>
  subject === undefined ? 'This server cannot do that.' : `${subject} is gone.`
