import { expect, test } from 'vitest'
import { linesOf } from './story-card.ts'

const upTo = (most: number) => (line: string) => line.length <= most

test.each<[string, string[]]>([
  ['Oak lamp', ['Oak lamp']],
  ['Oak arc lamp with a shade', ['Oak arc', 'lamp with', 'a shade']],
  ['One two three four five six seven', ['One two', 'three four', 'five six…']],
  ['Donaudampfschiff', ['Donaudamp…']],
  ['', ['']],
])('%s is written in lines', (text, lines) => {
  expect(linesOf(text, 3, upTo(10))).toEqual(lines)
})
