import { expect, test } from 'vitest'
import { criticalText } from './critical-texts.ts'
import type { Critical } from './failures.ts'
import { planRetry } from '#http/retry-plan.ts'

const critical = (status: Critical['status'], more: Partial<Critical> = {}): Critical => ({
  status,
  detail: null,
  retry: null,
  eventId: null,
  ...more,
})
const OOPS = 'Oops! Something has gone wrong.'
const NOTIFIED = `${OOPS} Our team has been notified about the issue!`

test.each([
  ['R-574', critical(401), 'The user is unauthenticated'],
  ['R-575', critical(404), 'Not found'],
  ['R-576', critical(500, { eventId: 'e1' }), NOTIFIED],
  ['R-576', critical(501, { eventId: 'e1' }), NOTIFIED],
  ['R-576', critical(502, { eventId: 'e1' }), NOTIFIED],
  ['R-577', critical(500), OOPS],
  ['R-577', critical(501), OOPS],
  ['R-577', critical(502), OOPS],
  [
    'R-579',
    critical(503, { retry: planRetry(null, null) }),
    'Service is temporarily unavailable, please try again later.',
  ],
  [
    'R-581',
    critical(503, { retry: planRetry(120, null) }),
    'Service is in maintenance mode. We will be back in 2 minutes.',
  ],
  [
    'R-581',
    critical(503, { retry: planRetry(61, null) }),
    'Service is in maintenance mode. We will be back in 2 minutes.',
  ],
  [
    'R-581',
    critical(503, { retry: planRetry(30, null) }),
    'Service is in maintenance mode. We will be back in 1 minute.',
  ],
  [
    'R-584',
    critical(504),
    "Servers didn't respond in timely manner. We may be overloaded. Please try using app later.",
  ],
  ['R-585', critical('unknown'), 'Unknown error'],
  ['R-586', critical(500, { detail: 'x', eventId: 'e1' }), 'x'],
  [
    'R-586',
    critical(503, { detail: 'Moving house.', retry: planRetry(120, null) }),
    'Moving house.',
  ],
] as const)('%s: the exact text of %o (D-104)', (_row, given, text) => {
  expect(criticalText(given)).toBe(text)
})

test('maintenance with a date shows its end (R-580)', () => {
  const end = new Date()
  end.setFullYear(end.getFullYear() + 1, 4, 12)
  end.setHours(10, 5, 0, 0)
  const retry = planRetry(end.toISOString(), null)
  expect(criticalText(critical(503, { retry }))).toBe(
    `Service is in maintenance mode. We will be back at: May 12, ${end.getFullYear()}, 10:05 AM`,
  )
})
