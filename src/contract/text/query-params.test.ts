import { expect, test } from 'vitest'
import { hasParam, withoutParams, withParams } from './query-params.ts'

test.each([
  ['https://a.example/', 'https://a.example/?ref=x%20y'],
  ['https://a.example/p?', 'https://a.example/p?ref=x%20y'],
  ['https://a.example/p?b=%7e&&c', 'https://a.example/p?b=%7e&c&ref=x%20y'],
  ['https://a.example/p?ref=1&b=2&ref=3#top?ref=4', 'https://a.example/p?b=2&ref=x%20y#top?ref=4'],
  ['https://a.example/p?reference=1', 'https://a.example/p?reference=1&ref=x%20y'],
])('%s gets a parameter once', (url, expected) => {
  const added = withParams(url, [['ref', 'x y']])
  expect(added).toBe(expected)
  expect(withParams(added, [['ref', 'x y']])).toBe(expected)
  expect(hasParam(added, ['ref', 'x y'])).toBe(true)
})

test('a parameter is removed only with its value', () => {
  const url = 'https://a.example/p?a=1&ref=x+y&ref=z'
  expect(withoutParams(url, [['ref', 'x y']])).toBe('https://a.example/p?a=1&ref=z')
  expect(withoutParams('https://a.example/p?ref=z', [['ref', 'z']])).toBe('https://a.example/p')
  expect(withoutParams(url, [['a', '2']])).toBe(url)
  expect(hasParam(url, ['a', '2'])).toBe(false)
})
