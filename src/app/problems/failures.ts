import type { RetryPlan } from '#http/retry-plan.ts'

export type Status = number | 'unknown'

/** What the reducer needs to know of a failed call. `url` is '' when nobody knows it. */
export type Failure = {
  status: Status
  url: string
  detail: string | null
  retry: RetryPlan | null
}

/** `eventId` is set once the error report of this failure has been accepted (D-68). */
export type Critical = Omit<Failure, 'url'> & { eventId: string | null }

export type Problems = {
  connection: 'online' | 'offline'
  /** The person chose to go on with what is saved; holds until the connection is lost again (D-64). */
  usesSavedCopy: boolean
  critical: Critical | null
}

export type Happening =
  | { type: 'failed'; failure: Failure }
  | { type: 'reported'; critical: Critical; eventId: string }
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'use-saved-copy' }
  | { type: 'left' }

export const NO_PROBLEMS: Problems = { connection: 'online', usesSavedCopy: false, critical: null }

const CRITICAL_STATUSES: readonly Status[] = [401, 404, 500, 501, 502, 503, 504, 'unknown']

/** These say more about what to do next than whatever is on the screen (D-66). */
const REPLACING: readonly Status[] = [401, 503]

/** One dialog at a time: which failure is shown, and which is dropped (spec section 4, D-65, D-66). */
export function afterwards(problems: Problems, happening: Happening): Problems {
  switch (happening.type) {
    case 'failed':
      return failed(problems, happening.failure)
    case 'reported':
      return reported(problems, happening.critical, happening.eventId)
    case 'offline':
      return lost(problems)
    case 'online':
      return problems.connection === 'online'
        ? problems
        : { ...problems, connection: 'online', usesSavedCopy: false }
    case 'use-saved-copy':
      return { ...problems, usesSavedCopy: true }
    case 'left':
      return { ...problems, critical: null }
    default:
      return happening satisfies never
  }
}

export function dialogOf({ connection, usesSavedCopy, critical }: Problems) {
  if (connection === 'offline') return usesSavedCopy ? null : 'offline'
  return critical ? 'critical' : null
}

export function isCritical({ status, url }: Failure): boolean {
  if (status === 404 && isPageManageUrl(url)) return false
  return CRITICAL_STATUSES.includes(status)
}

/** A 404 there only means that this person has no page yet (D-38). */
const isPageManageUrl = (url: string) => /\/pages\/(manage\/page|page)\/?($|[?#])/.test(url)

function failed(problems: Problems, failure: Failure): Problems {
  if (!isCritical(failure)) return problems
  if (failure.status === 'unknown' && problems.connection === 'offline') return problems
  const { critical } = problems
  if (critical && critical.status === failure.status) return merged(problems, critical, failure)
  if (critical && !REPLACING.includes(failure.status)) return problems
  const { status, detail, retry } = failure
  return { ...problems, critical: { status, detail, retry, eventId: null } }
}

/** Worker and page may both tell of one 503: the one that names a time completes the other. */
function merged(problems: Problems, critical: Critical, failure: Failure): Problems {
  const knowsMore = critical.retry?.kind === 'default' && failure.retry?.kind !== 'default'
  const detail = critical.detail ?? failure.detail
  if (!knowsMore && detail === critical.detail) return problems
  const retry = knowsMore ? failure.retry : critical.retry
  return { ...problems, critical: { ...critical, detail, retry } }
}

function reported(problems: Problems, { status }: Critical, eventId: string): Problems {
  const { critical } = problems
  if (!critical || critical.status !== status || critical.eventId) return problems
  return { ...problems, critical: { ...critical, eventId } }
}

/** Without a connection "no answer" explains itself, so that dialog goes; an answer that came stays. */
function lost(problems: Problems): Problems {
  if (problems.connection === 'offline') return problems
  const critical = problems.critical?.status === 'unknown' ? null : problems.critical
  return { connection: 'offline', usesSavedCopy: false, critical }
}
