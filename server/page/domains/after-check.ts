import { MAX_VALIDATIONS, type DomainProblem } from '#contract/page/domains.ts'
import type { linkDomains } from '../../platform/db/schema.ts'

export type DomainRow = typeof linkDomains.$inferSelect
type Change = Partial<DomainRow>

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * Minutes from each check to the next. Most DNS records are visible within an hour, the last within
 * a day.
 */
const CHECK_GAPS_MINUTES = [1, 2, 4, 8, 15, 30, 60, 180, 360]
/** Time a verified domain stays in use after its last successful check. */
const MAX_UNPROVEN_MS = 7 * DAY_MS
/** Time a suspended domain stays reserved for its owner. */
const RESERVED_MS = 30 * DAY_MS

/** Returns the changes to a domain after a check. `problem` is null if everything is correct. */
export function afterCheck(row: DomainRow, problem: DomainProblem | null, now: Date): Change {
  const checked = { problem, lastCheckedAt: now }
  const isProven = problem === null || problem === 'certificate'
  if (isProven && (problem === null || row.servedAt === null || row.status !== 'verified')) {
    return { ...checked, ...proven(row, problem, now) }
  }
  return { ...checked, ...CHANGE_WHEN_UNPROVEN[row.status](row, now) }
}

function proven(row: DomainRow, problem: DomainProblem | null, now: Date): Change {
  const isServed = problem === null
  const isFirst = row.status === 'verified' ? row.servedAt : null
  return {
    status: 'verified',
    provenAt: now,
    suspendedAt: null,
    servedAt: isServed ? (isFirst ?? now) : null,
    ...(!isServed && incrementedCounter(row)),
    nextCheckAt: isServed ? addMs(now, DAY_MS) : nextCheckTime(row, now),
  }
}

const CHANGE_WHEN_UNPROVEN: Record<DomainRow['status'], (row: DomainRow, now: Date) => Change> = {
  pending(row, now) {
    const change = incrementedCounter(row)
    return change.validationCounter === MAX_VALIDATIONS
      ? { ...change, status: 'failed', nextCheckAt: null }
      : { ...change, nextCheckAt: nextCheckTime(row, now) }
  },
  failed: () => ({ nextCheckAt: null }),
  gone: () => ({ nextCheckAt: null }),
  removed: () => ({ nextCheckAt: null }),
  verified(row, now) {
    const isLost = now.getTime() - (row.provenAt ?? row.createdAt).getTime() >= MAX_UNPROVEN_MS
    return {
      nextCheckAt: addMs(now, DAY_MS),
      ...(isLost && { status: 'suspended', suspendedAt: now }),
    }
  },
  suspended(row, now) {
    const isOver = now.getTime() - (row.suspendedAt ?? now).getTime() >= RESERVED_MS
    if (!isOver) return { nextCheckAt: addMs(now, DAY_MS) }
    return { status: 'failed', nextCheckAt: null, suspendedAt: null, servedAt: null, isMain: false }
  },
}

const incrementedCounter = (row: DomainRow) => ({
  validationCounter: Math.min(row.validationCounter + 1, MAX_VALIDATIONS),
})

/**
 * Returns the time of the next check. A certificate may take longer than DNS, so checks continue
 * once a day.
 */
function nextCheckTime(row: DomainRow, now: Date): Date {
  const gap = CHECK_GAPS_MINUTES[row.validationCounter]
  return addMs(now, gap === undefined ? DAY_MS : gap * MINUTE_MS)
}

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms)
