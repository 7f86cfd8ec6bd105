import { expect, test } from 'vitest'
import { parseLocal, formatLocal } from './local-moment.ts'

const field = (value: string, badInput = false) =>
  parseLocal({ value, validity: { badInput } as ValidityState })

test('what a field shows is the same moment again, in whatever zone this runs', () => {
  const moment = new Date(2031, 4, 1, 9, 5).toISOString()
  expect(formatLocal(moment)).toBe('2031-05-01T09:05')
  expect(field(formatLocal(moment))).toBe(moment)
})

test('nothing is no end; half a date is neither that nor a moment', () => {
  expect(field('')).toBeNull()
  expect(field('', true)).toBe('')
  // In a browser without such fields, any text can be typed.
  expect(field('next week')).toBe('')
  for (const none of [null, '', 'next week']) expect(formatLocal(none)).toBe('')
})
