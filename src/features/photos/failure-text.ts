import { toApiError } from '#api/error.ts'
import { announce } from '#api/call-listeners.ts'

/** Why a photo was not saved; null when the app's own dialog says it (signed out, maintenance). */
export function failureText(error: unknown): string | null {
  const failure = toApiError(error)
  if (failure.status === 401 || failure.status === 503) {
    announce(failure)
    return null
  }
  const [first] = Object.values(failure.body.errors ?? {})
  if (failure.status === 'unknown')
    return 'Couldn’t save the photo. Check your connection and try again.'
  return (
    failure.field('file') ??
    first?.[0] ??
    failure.body.detail ??
    'Couldn’t save the photo. Try again.'
  )
}
