import { expect, test } from 'vitest'
import { parseLocal, formatLocal } from './local-moment.ts'

const field = (value: string, badInput = false) =>
  parseLocal({ value, validity: { badInput } as ValidityState })

test('a field shows the same moment that it sends, in any time zone', () => {
  const moment = new Date(2031, 4, 1, 9, 5).toISOString()
  expect(formatLocal(moment)).toBe('2031-05-01T09:05')
  expect(field(formatLocal(moment))).toBe(moment)
})

test('an empty field means no end, and half a date is an error', () => {
  expect(field('')).toBeNull()
  expect(field('', true)).toBe('')
  // In a browser without such fields, any text can be typed.
  expect(field('next week')).toBe('')
  for (const none of [null, '', 'next week']) expect(formatLocal(none)).toBe('')
})
