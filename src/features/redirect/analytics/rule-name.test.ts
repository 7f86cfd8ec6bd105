import { expect, test } from 'vitest'
import { rowOf } from '#support/window/analytics.ts'
import { ruleName } from './rule-name.ts'

const RULES = [
  { id: 'de345678', conditions: [], target_url: 'https://shop.example/de' },
  { id: 'end45678', conditions: [], target_url: null },
]

test.each([
  ['de345678', 'Rule 1: shop.example/de'],
  ['end45678', 'Rule 2: has ended'],
  ['gone5678', 'A rule that was removed or led elsewhere'],
  ['else', 'Everybody else'],
])('rule %s is named %s', (key, name) => {
  expect(ruleName(rowOf(key), RULES)).toBe(name)
})

test('clicks before the link had rules keep the label of the server', () => {
  expect(ruleName(rowOf('', { label: 'Without a rule' }), RULES)).toBe('Without a rule')
})
