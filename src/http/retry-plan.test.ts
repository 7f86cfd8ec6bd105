import { describe, expect, test } from 'vitest'
import { planRetry } from './retry-plan.ts'

const NOW = Date.parse('2026-05-12T10:00:00Z')
const wait = (plan: { backgroundAt: number }) => (plan.backgroundAt - NOW) / 1000
const plan = (body: number | string | null, header: string | null = null, random = () => 0) =>
  planRetry(body, header, NOW, random)

test('without a time the wait is exactly 60 seconds (R-579, R-642)', () => {
  expect(plan(null)).toMatchObject({ kind: 'default', seconds: 60, moment: NOW + 60_000 })
  expect(wait(planRetry(null, null, NOW, () => 0.99))).toBe(60)
})

test('a date is used as the end (R-580)', () => {
  const at = '2026-05-12T10:25:00Z'
  expect(plan(at)).toMatchObject({ kind: 'date', moment: Date.parse(at) })
  expect(plan('Tue, 12 May 2026 10:25:00 GMT')).toMatchObject({
    kind: 'date',
    moment: Date.parse(at),
  })
})

test('seconds count from now, as a number or in words (R-581)', () => {
  expect(plan(120)).toMatchObject({ kind: 'seconds', seconds: 120, moment: NOW + 120_000 })
  expect(plan('120')).toMatchObject({ kind: 'seconds', seconds: 120 })
})

test('the body wins over the header, and the header over the default (D-67)', () => {
  expect(plan(120, '300').seconds).toBe(120)
  expect(plan(null, '300').seconds).toBe(300)
  expect(plan('soon', '300').seconds).toBe(300)
})

test.each(['2020-01-01T00:00:00Z', 'soon', '', 0, -5, Number.NaN, Number.POSITIVE_INFINITY])(
  '%s is not a valid time: 60 seconds (D-67)',
  (given) => {
    expect(plan(given)).toMatchObject({ kind: 'default', seconds: 60 })
  },
)

describe('requests of all devices are spread over more than a second (offline 12)', () => {
  test.each([0, 0.25, 0.5, 0.999])(
    'the spread is at most a tenth later, never earlier, at %s',
    (random) => {
      const given = plan(600, null, () => random)
      expect(given.backgroundAt).toBeGreaterThanOrEqual(given.moment)
      expect(wait(given)).toBeLessThanOrEqual(660)
    },
  )
  test('a short wait is exact to the second', () => {
    expect(wait(plan(120, null, () => 0.999))).toBe(120)
  })
  test('the spread is at most a minute', () => {
    expect(wait(plan(86_400, null, () => 1))).toBe(86_460)
  })
})
