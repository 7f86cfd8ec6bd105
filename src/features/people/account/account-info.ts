import { getEmailState, getMobileState } from '#api/people/account-info.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { errorsOf, WHOLE_FORM, type FormErrors } from '#app/form/form-errors.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { EmailState, MobileState } from '#contract/people/account.ts'
import { toApiError } from '#http/error.ts'

/** Current state, and a function that replaces it with the answer to a change. */
export type EmailProps = { state: EmailState; set: (state: EmailState) => void }
export type MobileProps = { state: MobileState; set: (state: MobileState) => void }

/** Notice that a request was not sent. Passwords and codes are never queued while offline. */
export const NOT_SENT = 'You’re offline. Nothing was sent.'

const FAST_POLL_MS = 3000
const SLOW_POLL_MS = 20_000

/** Polls while a new address waits for its confirmation, faster until the mail was sent. */
const pollInterval = (state: EmailState | undefined): number | null => {
  if (!state || state.delivery === 'outbox' || state.pending_email === null) return null
  return state.sent_at === null ? FAST_POLL_MS : SLOW_POLL_MS
}

export const useEmail = () =>
  useAnswer('account email', getEmailState, { copy: true, isSecondary: true, poll: pollInterval })

export const useMobile = () =>
  useAnswer('account mobile', getMobileState, { copy: true, isSecondary: true })

const TOO_MANY = 429

/** Returns how long to wait after too many attempts, or undefined for another error. */
export function waitText(error: unknown): string | undefined {
  const { status, retryAfter } = toApiError(error)
  if (status !== TOO_MANY) return undefined
  const seconds = Number(retryAfter ?? 0)
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many attempts. Try again in ${wait}.`
}

/** Returns a function that turns an error into messages for these fields or the whole form. */
export const formErrorsFor =
  (action: string, fields: readonly string[]) =>
  (error: unknown): FormErrors => {
    const wait = waitText(error)
    if (wait) return { [WHOLE_FORM]: wait }
    const names = [...fields, WHOLE_FORM].map((name) => [name, name] as const)
    return errorsOf(error, names, () => explainFailure(error, action))
  }
