import { expect, test, vi } from 'vitest'
import { onFailure } from '#http/call-listeners.ts'
import { ApiError } from '#http/error.ts'
import { explainFailure } from './explain-failure.ts'

const failed = (status: number | 'unknown', data: object = {}) => new ApiError(status, { data })

test.each<[string, ApiError, string | undefined, string]>([
  [
    'no answer',
    failed('unknown'),
    'The link',
    'Couldn’t save it. Check your connection and try again.',
  ],
  ['a subject that is gone', failed(404), 'The link', 'Couldn’t save it. The link is gone.'],
  ['an older server', failed(404), undefined, 'Couldn’t save it. This server cannot do that.'],
  ['the first message', failed(400, { errors: { a: ['Too long.', 'x'] } }), undefined, 'Too long.'],
  ['the server’s own words', failed(409, { detail: 'Not today.' }), 'The link', 'Not today.'],
  ['nothing to say', failed(500), 'The link', 'Couldn’t save it. Try again.'],
])('%s is explained in one sentence', (_what, failure, subject, text) => {
  expect(explainFailure(failure, 'save it', subject)).toBe(text)
})

test.each([401, 503])('%i has no text, because the critical dialog shows it', (status) => {
  const hear = vi.fn<(error: ApiError) => void>()
  const stop = onFailure(hear)
  const failure = failed(status)
  expect(explainFailure(failure, 'save it')).toBeNull()
  expect(hear).toHaveBeenCalledExactlyOnceWith(failure)
  stop()
})
