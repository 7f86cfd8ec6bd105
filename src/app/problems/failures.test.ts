import { expect, test } from 'vitest'
import {
  afterwards,
  dialogOf,
  isCritical,
  NO_PROBLEMS,
  type Failure,
  type Happening,
} from './failures.ts'
import { planRetry } from '#http/retry-plan.ts'

const failure = (status: Failure['status'], more: Partial<Failure> = {}): Failure => ({
  status,
  url: '/v2/my/links/search/',
  detail: null,
  retry: status === 503 ? planRetry(null, null, 0) : null,
  ...more,
})
const failed = (...given: Parameters<typeof failure>): Happening => ({
  type: 'failed',
  failure: failure(...given),
})
const after = (...happenings: Happening[]) => happenings.reduce(afterwards, NO_PROBLEMS)
const statusAfter = (...happenings: Happening[]) => after(...happenings).critical?.status

test.each([401, 404, 500, 501, 502, 503, 504, 'unknown'] as const)(
  '%s raises the critical dialog (R-567, R-568)',
  (status) => {
    expect(dialogOf(after(failed(status)))).toBe('critical')
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
])('a 404 of %s only means that there is no page yet (R-571, R-351)', (url) => {
  expect(isCritical(failure(404, { url }))).toBe(false)
  expect(isCritical(failure(500, { url }))).toBe(true)
})

test('a 404 of another address that mentions pages is critical (R-567)', () => {
  expect(isCritical(failure(404, { url: '/v2/my/pages/pagefoo/' }))).toBe(true)
})

test('the first failure stays (D-66)', () => {
  const both = after(failed(500, { detail: 'first' }), failed(502, { detail: 'second' }))
  expect(both.critical).toMatchObject({ status: 500, detail: 'first' })
})

test('401 and 503 replace others, and each other (D-66)', () => {
  expect(statusAfter(failed(500), failed(401))).toBe(401)
  expect(statusAfter(failed('unknown'), failed(503))).toBe(503)
  expect(statusAfter(failed(503), failed(401))).toBe(401)
  expect(statusAfter(failed(401), failed(500))).toBe(401)
})

test('a 503 of worker and page is one dialog, with the time that either of them knows (R-606)', () => {
  const first = after(failed(503))
  const known = planRetry(120, null, 0)
  const completed = afterwards(first, failed(503, { retry: known }))
  expect(completed.critical?.retry).toBe(known)
  const later = afterwards(completed, failed(503, { retry: planRetry(120, null, 50_000) }))
  expect(later, 'the promised moment does not move away').toBe(completed)
})

test('offline wins over no answer, whichever comes first (D-65)', () => {
  expect(dialogOf(after({ type: 'offline' }, failed('unknown')))).toBe('offline')
  const lost = after(failed('unknown'), { type: 'offline' })
  expect(dialogOf(lost)).toBe('offline')
  expect(dialogOf(afterwards(lost, { type: 'online' }))).toBeNull()
})

test('an answer that came before the connection was lost is shown again after it (D-66)', () => {
  const lost = after(failed(401), { type: 'offline' })
  expect(dialogOf(lost)).toBe('offline')
  expect(dialogOf(afterwards(lost, { type: 'online' }))).toBe('critical')
})

test('the offline dialog follows the connection (R-588)', () => {
  expect(dialogOf(after({ type: 'offline' }))).toBe('offline')
  expect(dialogOf(after({ type: 'offline' }, { type: 'online' }))).toBeNull()
})

test('the saved copy hides it until the connection is lost again (D-64, R-607)', () => {
  const reading = after({ type: 'offline' }, { type: 'use-saved-copy' })
  expect(dialogOf(reading)).toBeNull()
  expect(reading.connection).toBe('offline')
  expect(afterwards(reading, { type: 'offline' }), 'said twice').toBe(reading)
  expect(
    dialogOf(
      after(
        { type: 'offline' },
        { type: 'use-saved-copy' },
        { type: 'online' },
        { type: 'offline' },
      ),
    ),
  ).toBe('offline')
})

test('an accepted report belongs to the failure that it is about (D-68)', () => {
  const broken = after(failed(500))
  const { critical } = broken
  if (!critical) throw new Error('no dialog')
  const reported: Happening = { type: 'reported', critical, eventId: 'abc' }
  expect(afterwards(broken, reported).critical?.eventId).toBe('abc')
  expect(afterwards(afterwards(broken, failed(401)), reported).critical?.eventId).toBeNull()
})

test('going back leaves the dialog behind (R-575)', () => {
  expect(dialogOf(after(failed(404), { type: 'left' }))).toBeNull()
})
