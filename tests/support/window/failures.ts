import { beforeEach, onTestFinished } from 'vitest'
import { onFailure } from '#http/call-listeners.ts'

/** Records the statuses of failures that are reported to the app until the test ends. */
export function recordFailures() {
  const statuses: unknown[] = []
  onTestFinished(onFailure(({ status }) => statuses.push(status)))
  return statuses
}

/** Records the statuses of failures that are reported to the app, in each test anew. */
export function recordFailuresPerTest() {
  const statuses: unknown[] = []
  beforeEach(() => {
    statuses.length = 0
    return onFailure(({ status }) => statuses.push(status))
  })
  return statuses
}
