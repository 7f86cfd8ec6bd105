import { expect, test } from 'vitest'
import {
  cutBytes,
  cutText,
  graphemesOf,
  initialsOf,
  lengthProblem,
  shortenText,
} from './graphemes.ts'

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
  [`ab${FAMILY}c`, 2, 'ab'],
  [`ab${FAMILY}c`, 3, `ab${FAMILY}`],
  [`a${FLAG}${FLAG}`, 2, `a${FLAG}`],
  [`caf${LETTER}s`, 4, `caf${LETTER}`],
  ['short', 5, 'short'],
])('“%s” is cut to %d characters', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})

test('a shortened text ends with an ellipsis and has no trailing space', () => {
  expect(shortenText('one two three', 8)).toBe('one two…')
  expect(shortenText(FLAG.repeat(40), 40)).toBe(FLAG.repeat(40))
  expect(shortenText(FLAG.repeat(41), 40)).toBe(`${FLAG.repeat(39)}…`)
})

test.each([
  [`ab${FAMILY}`, 20, 'ab'],
  [`ab${FAMILY}`, 27, `ab${FAMILY}`],
  ['short', 5, 'short'],
])('“%s” is cut to %d bytes', (text, max, cut) => {
  expect(cutBytes(text, max)).toBe(cut)
})

test.each([
  ['letters', 'a'.repeat(50), 50],
  ['letters with a mark', LETTER.repeat(50), 50],
  ['families', FAMILY.repeat(50), 50],
  ['flags', FLAG.repeat(50), 50],
  ['Devanagari', '\u0915\u094d\u0937\u093f'.repeat(50), 50],
])('a limit of characters counts %s as people see them', (_what, text, max) => {
  expect(lengthProblem(text, max)).toBeUndefined()
  expect(lengthProblem(`${text}a`, max)).toBe(`Keep this under ${max} characters.`)
})

const ZALGO = `a${'\u0301'.repeat(10_000)}`
test.each([
  ['longer than the limit allows in UTF-16 units', ZALGO, 50],
  ['shorter than the limit allows in UTF-16 units', ZALGO, 4000],
  ['101 units, limit of 200 characters', `a${'\u0301'.repeat(100)}`, 200],
])('a character with too many marks is refused: %s', (_what, text, max) => {
  expect(lengthProblem(text, max)).toBe(
    'This has too many marks on its characters. Type it without them.',
  )
})

test('a character with too many marks is one character, and cut', () => {
  expect(cutText(`ab${ZALGO}`, 40)).toBe('ab')
  expect(graphemesOf(ZALGO)).toHaveLength(1)
})

test.each([
  ['letters', 'a'],
  ['families', FAMILY],
  ['flags', FLAG],
  ['line ends', '\r\n'],
  ['Devanagari', '\u0915\u094d\u0937\u093f'],
  ['a long character', `a${'\u0301'.repeat(700)}`],
])('a long text of %s is split into the same characters as a short one', (_what, character) => {
  const one = graphemesOf(character)
  for (const shift of [[], ['x'], ['x', 'y', 'z']])
    expect(graphemesOf(shift.join('') + character.repeat(300))).toEqual([
      ...shift,
      ...Array.from({ length: 300 }, () => one).flat(),
    ])
})
