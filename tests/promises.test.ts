import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/source-files.ts'

const files = sourceFiles('src', 'sw', 'server', 'extension', 'tests', 'bench', 'scripts')

/** Returns each number with the first file that cites it. */
function citedBy(pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of files) {
    for (const [number] of readFileSync(file, 'utf8').matchAll(pattern))
      if (!found.has(number)) found.set(number, file)
  }
  return found
}

const lineOf = (page: string, start: string) =>
  page.split('\n').some((line) => line.startsWith(start) && line.length > start.length)

test('every number cited in the code is explained in docs/promises.md', () => {
  const promises = readFileSync('docs/promises.md', 'utf8')
  const cited = citedBy(/\b[RDA]-\d{2,3}\b/g)
  expect(cited.size).toBeGreaterThan(300)
  const unknown = [...cited].filter(([number]) => !lineOf(promises, `- **${number}** `))
  expect(unknown).toEqual([])
})

test('every failure cited in a test is explained in docs/offline.md', () => {
  const page = readFileSync('docs/offline.md', 'utf8')
  const cited = citedBy(/\boffline \d{1,2}\b/g)
  expect(cited.size).toBeGreaterThan(30)
  const unknown = [...cited].filter(
    ([number]) => !lineOf(page, `${number.slice('offline '.length)}. **`),
  )
  expect(unknown).toEqual([])
})
