import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/source-files.ts'

const tests = sourceFiles('src', 'sw', 'extension', 'tests', 'bench', 'server').filter((file) =>
  /\.(test|spec)\.tsx?$/.test(file),
)

/** Returns every match of the pattern in the tests, with file and line. */
const found = (pattern: RegExp) =>
  tests.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        (line.match(pattern) ?? []).map((match) => `${file}:${index + 1} ${match}`),
      ),
  )

// A range would also cite rows that no test checks. A row is done when a test fails without it.
test('a test cites each row of the specification by itself, never as a range', () => {
  expect(
    found(/[RAD]-\d+\s*(?:-|–|—|…|\.\.+|to|till|until|through|bis)\s*(?:[RAD]-)?\d+/g),
  ).toEqual([])
})

test('a row is cited by its whole number, so that a search finds its tests', () => {
  expect(found(/R-\d+/g).length).toBeGreaterThan(500)
  expect(found(/R-(?!\d{3}\b)\d+|R-\d{3}(?:,| and| or|\/) ?\d{3}\b/g)).toEqual([])
})
