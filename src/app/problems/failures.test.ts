import { expect, test } from 'vitest'
import {
  nextProblems,
  currentDialog,
  isCritical,
  NO_PROBLEMS,
  type Failure,
  type ProblemEvent,
} from './failures.ts'
import { planRetry } from '#http/retry-plan.ts'

const failure = (status: Failure['status'], more: Partial<Failure> = {}): Failure => ({
  status,
  url: '/v2/my/links/search/',
  detail: null,
  retry: status === 503 ? planRetry(null, null, 0) : null,
  ...more,
})
const failed = (...given: Parameters<typeof failure>): ProblemEvent => ({
  type: 'failed',
  failure: failure(...given),
})
const after = (...happenings: ProblemEvent[]) => happenings.reduce(nextProblems, NO_PROBLEMS)
const statusAfter = (...happenings: ProblemEvent[]) => after(...happenings).critical?.status

test.each([401, 404, 500, 501, 502, 503, 504, 'unknown'] as const)(
  '%s shows the critical dialog (R-567, R-568)',
  (status) => {
    expect(currentDialog(after(failed(status)))).toBe('critical')
    expect(statusAfter(failed(status))).toBe(status)
  },
)

test.each([400, 403, 409, 413, 422, 429, 418])('%s never raises it (R-569)', (status) => {
  expect(after(failed(status))).toBe(NO_PROBLEMS)
})

test.each([
  '/v1/pages/manage/page',
  'http://a.example/v1/pages/manage/page/',
  '/v2/my/pages/page?x=1',
])('a 404 of %s means that there is no page yet (R-571, R-351)', (url) => {
  expect(isCritical(failure(404, { url }))).toBe(false)
  expect(isCritical(failure(500, { url }))).toBe(true)
})

test('a 404 of another address that mentions pages is critical (R-567)', () => {
  expect(isCritical(failure(404, { url: '/v2/my/pages/pagefoo/' }))).toBe(true)
})

test('the first failure stays shown (D-66)', () => {
  const both = after(failed(500, { detail: 'first' }), failed(502, { detail: 'second' }))
  expect(both.critical).toMatchObject({ status: 500, detail: 'first' })
})

test('401 and 503 replace others, and each other (D-66)', () => {
  expect(statusAfter(failed(500), failed(401))).toBe(401)
  expect(statusAfter(failed('unknown'), failed(503))).toBe(503)
  expect(statusAfter(failed(503), failed(401))).toBe(401)
  expect(statusAfter(failed(401), failed(500))).toBe(401)
})

test('503s of worker and page share one dialog with the known time (R-606)', () => {
  const first = after(failed(503))
  const known = planRetry(120, null, 0)
  const completed = nextProblems(first, failed(503, { retry: known }))
  expect(completed.critical?.retry).toBe(known)
  const later = nextProblems(completed, failed(503, { retry: planRetry(120, null, 50_000) }))
  expect(later, 'the promised moment does not move away').toBe(completed)
})

test('offline replaces "no answer" in either order (D-65)', () => {
  expect(currentDialog(after({ type: 'offline' }, failed('unknown')))).toBe('offline')
  const lost = after(failed('unknown'), { type: 'offline' })
  expect(currentDialog(lost)).toBe('offline')
  expect(currentDialog(nextProblems(lost, { type: 'online' }))).toBeNull()
})

test('a failure before the connection was lost is shown again afterwards (D-66)', () => {
  const lost = after(failed(401), { type: 'offline' })
  expect(currentDialog(lost)).toBe('offline')
  expect(currentDialog(nextProblems(lost, { type: 'online' }))).toBe('critical')
})

test('the offline dialog follows the connection (R-588)', () => {
  expect(currentDialog(after({ type: 'offline' }))).toBe('offline')
  expect(currentDialog(after({ type: 'offline' }, { type: 'online' }))).toBeNull()
})

test('Use saved copy hides the dialog until the connection is lost again (D-64, R-607)', () => {
  const reading = after({ type: 'offline' }, { type: 'use-saved-copy' })
  expect(currentDialog(reading)).toBeNull()
  expect(reading.connection).toBe('offline')
  expect(nextProblems(reading, { type: 'offline' }), 'said twice').toBe(reading)
  expect(
    currentDialog(
      after(
        { type: 'offline' },
        { type: 'use-saved-copy' },
        { type: 'online' },
        { type: 'offline' },
      ),
    ),
  ).toBe('offline')
})

test('a report id is shown only for its own failure (D-68)', () => {
  const broken = after(failed(500))
  const { critical } = broken
  if (!critical) throw new Error('no dialog')
  const reported: ProblemEvent = { type: 'reported', critical, eventId: 'abc' }
  expect(nextProblems(broken, reported).critical?.eventId).toBe('abc')
  expect(nextProblems(nextProblems(broken, failed(401)), reported).critical?.eventId).toBeNull()
})

test('going back closes the dialog (R-575)', () => {
  expect(currentDialog(after(failed(404), { type: 'left' }))).toBeNull()
})
