import { describe, expect, test } from 'vitest'
import { filePrefixes, letters } from '../vite.classes.ts'

const PATHS = Array.from({ length: 2000 }, (_, at) => `src/ui/part-${at}.module.css`)

describe('short class names', () => {
  test('no two files share a prefix', () => {
    const prefixes = [...filePrefixes(PATHS).values()]
    expect(new Set(prefixes).size).toBe(PATHS.length)
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z][a-zA-Z]{2}$/)
  })

  test('the prefix of a file does not depend on the order of the files', () => {
    expect(filePrefixes(PATHS.toReversed())).toEqual(filePrefixes(PATHS))
  })

  test('a new file leaves the prefixes of the others', () => {
    const before = filePrefixes(PATHS.slice(0, 150))
    const after = filePrefixes([...PATHS.slice(0, 150), 'src/a.module.css'])
    for (const [path, prefix] of before) expect(after.get(path)).toBe(prefix)
  })

  test('names of a file are numbered in letters, without repetition', () => {
    expect([0, 25, 26, 51, 52, 53, 103, 104].map(letters)).toEqual([
      'a',
      'z',
      'A',
      'Z',
      'aa',
      'ab',
      'aZ',
      'ba',
    ])
    const names = Array.from({ length: 3000 }, (_, at) => letters(at))
    expect(new Set(names).size).toBe(names.length)
  })
})
