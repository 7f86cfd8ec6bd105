import type { RetryPlan } from '#http/retry-plan.ts'

export type Status = number | 'unknown'

/** Failed call. `url` is '' if unknown. */
export type Failure = {
  status: Status
  url: string
  detail: string | null
  retry: RetryPlan | null
}

/** Failure shown in a dialog. `eventId` is set once its error report has been accepted. */
export type Critical = Omit<Failure, 'url'> & { eventId: string | null }

export type Problems = {
  connection: 'online' | 'offline'
  /**
   * Whether the user chose to continue with the saved copy. Reset when the connection is lost
   * again.
   */
  usesSavedCopy: boolean
  critical: Critical | null
}

export type ProblemEvent =
  | { type: 'failed'; failure: Failure }
  | { type: 'reported'; critical: Critical; eventId: string }
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'use-saved-copy' }
  | { type: 'left' }

export const NO_PROBLEMS: Problems = { connection: 'online', usesSavedCopy: false, critical: null }

const CRITICAL_STATUSES: readonly Status[] = [401, 404, 500, 501, 502, 503, 504, 'unknown']

/** Statuses that replace a shown dialog, because they say better what to do next. */
const REPLACING_STATUSES: readonly Status[] = [401, 503]

/**
 * Returns the state after an event. Only one dialog is shown at a time, so some failures are
 * dropped (spec, section 4).
 */
export function nextProblems(problems: Problems, event: ProblemEvent): Problems {
  switch (event.type) {
    case 'failed':
      return afterFailure(problems, event.failure)
    case 'reported':
      return afterReport(problems, event.critical, event.eventId)
    case 'offline':
      return afterConnectionLost(problems)
    case 'online':
      return problems.connection === 'online'
        ? problems
        : { ...problems, connection: 'online', usesSavedCopy: false }
    case 'use-saved-copy':
      return { ...problems, usesSavedCopy: true }
    case 'left':
      return { ...problems, critical: null }
    default:
      return event satisfies never
  }
}

export function currentDialog({ connection, usesSavedCopy, critical }: Problems) {
  if (connection === 'offline') return usesSavedCopy ? null : 'offline'
  return critical ? 'critical' : null
}

export function isCritical({ status, url }: Failure): boolean {
  if (status === 404 && isPageManageUrl(url)) return false
  return CRITICAL_STATUSES.includes(status)
}

/** A 404 from these URLs only means that the user has no page yet. */
const isPageManageUrl = (url: string) => /\/pages\/(manage\/page|page)\/?($|[?#])/.test(url)

function afterFailure(problems: Problems, failure: Failure): Problems {
  if (!isCritical(failure)) return problems
  if (failure.status === 'unknown' && problems.connection === 'offline') return problems
  const { critical } = problems
  if (critical && critical.status === failure.status)
    return completeFailure(problems, critical, failure)
  if (critical && !REPLACING_STATUSES.includes(failure.status)) return problems
  const { status, detail, retry } = failure
  return { ...problems, critical: { status, detail, retry, eventId: null } }
}

/** Completes a shown 503. The worker and the page may both report it, and one may lack the time. */
function completeFailure(problems: Problems, critical: Critical, failure: Failure): Problems {
  const knowsMore = critical.retry?.kind === 'default' && failure.retry?.kind !== 'default'
  const detail = critical.detail ?? failure.detail
  if (!knowsMore && detail === critical.detail) return problems
  const retry = knowsMore ? failure.retry : critical.retry
  return { ...problems, critical: { ...critical, detail, retry } }
}

function afterReport(problems: Problems, { status }: Critical, eventId: string): Problems {
  const { critical } = problems
  if (!critical || critical.status !== status || critical.eventId) return problems
  return { ...problems, critical: { ...critical, eventId } }
}

/** Goes offline. This explains a failure without an answer, so its dialog closes. Others stay. */
function afterConnectionLost(problems: Problems): Problems {
  if (problems.connection === 'offline') return problems
  const critical = problems.critical?.status === 'unknown' ? null : problems.critical
  return { connection: 'offline', usesSavedCopy: false, critical }
}
