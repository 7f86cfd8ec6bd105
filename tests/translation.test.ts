import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { code } from '#support/import-graph.ts'
import { unsafeTexts } from './support/translatable.ts'

const screens = code.filter((file) => file.startsWith('src/') && file.endsWith('.tsx'))

test.each(screens)('a page translator does not break %s', (file) => {
  const lines = unsafeTexts(file, readFileSync(file, 'utf8'))
  expect(lines.map((line) => `${file}:${line}`)).toEqual([])
})

test.each([
  ['text beside an element that comes and goes', '<p>Saved {isNew && <b>now</b>}</p>', 1],
  ['text that changes beside an element', '<p><b>5</b> {words}</p>', 1],
  ['several parts of one text', '<p>{count} links</p>', 1],
  ['text that comes and goes', '<p><b>5</b>{isNew && "new"}</p>', 1],
  ['text in a fragment', '<>Saved {isNew && <b>now</b>}</>', 1],
  ['text that never changes in a fragment', '<>Tap <b>Add</b></>', 1],
  ['text beside a list', '<ul>Links {rows.map((row) => <li key={row}>{row}</li>)}</ul>', 1],
])('finds %s', (_, jsx, found) => {
  expect(unsafeTexts('x.tsx', `const x = (words, rows, isNew, count) => ${jsx}`)).toHaveLength(
    found,
  )
})

test('finds text that a component returns without an element', () => {
  const source = "function Why({ isOld }) { if (isOld) return 'Old'; return <p>New</p> }"
  expect(unsafeTexts('x.tsx', source)).toEqual([1])
})

test.each([
  ['the only child of its element', '<p>{words}</p>'],
  ['one text of several parts', '<p>{`${count} links`}</p>'],
  ['an element of its own', '<p><span>{words}</span>{isNew && <b>now</b>}</p>'],
  ['text that never changes beside elements that stay', '<p>Tap <b>Add</b> first</p>'],
])('accepts %s', (_, jsx) => {
  expect(unsafeTexts('x.tsx', `const x = (words, isNew, count) => ${jsx}`)).toEqual([])
})
