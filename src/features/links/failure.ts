import { toApiError, type ApiError } from '#api/error.ts'
import { announce } from '#api/call-listeners.ts'

/** Signed out, or under maintenance: these concern the whole app, whatever was being done. */
const concernsTheApp = ({ status }: ApiError) => status === 401 || status === 503

/**
 * One plain sentence for an action that failed, or null when the app's own dialog says it.
 * The action's calls are quiet, so that nothing else speaks up.
 */
export function explainFailure(error: unknown, action: string): string | null {
  const failure = toApiError(error)
  if (concernsTheApp(failure)) {
    announce(failure)
    return null
  }
  const [first] = Object.values(failure.body.errors ?? {})
  if (first?.[0] !== undefined) return first[0]
  if (failure.status === 'unknown')
    return `Couldn’t ${action}. Check your connection and try again.`
  if (failure.status === 404) return `Couldn’t ${action}. The link is gone.`
  return failure.body.detail ?? `Couldn’t ${action}. Try again.`
}
