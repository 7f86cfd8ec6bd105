import { expect, test } from 'vitest'
import { cutText, graphemesOf, initialsOf, shortenText } from './graphemes.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const FLAG = '🇩🇪'
const LETTER = 'e\u0301'

test.each([
  ['Ana Example', 'AE'],
  ['Ana Maria Example', 'AE'],
  ['ana', 'A'],
  ['ana@example.com', 'A'],
  [`${FAMILY} Home ${FLAG}`, FAMILY + FLAG],
  [`${LETTER}lan noir`, `${LETTER.toUpperCase()}N`],
  ['\u0ba8\u0bbf\u0bb2\u0bbe', '\u0ba8\u0bbf'],
  ['ßmith', 'ß'],
  ['  ', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test.each([
  [`ab${FAMILY}c`, 5, 'ab'],
  [`ab${FAMILY}c`, 2 + FAMILY.length, `ab${FAMILY}`],
  [`a${FLAG}${FLAG}`, 7, `a${FLAG}`],
  [`caf${LETTER}`, 4, 'caf'],
  ['short', 5, 'short'],
])('“%s” is cut to %d units between characters', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})

test('a shortened text ends with an ellipsis and has no trailing space', () => {
  expect(shortenText('one two three', 8)).toBe('one two…')
  expect(shortenText(FLAG.repeat(40), 40)).toBe(`${FLAG.repeat(9)}…`)
})

test('marks without end are cut as well', () => {
  const zalgo = `a${'\u0301'.repeat(5000)}`
  expect(cutText(`${zalgo}${zalgo}`, 40).length).toBeLessThanOrEqual(40)
  expect(graphemesOf(zalgo)).toHaveLength(1)
})
