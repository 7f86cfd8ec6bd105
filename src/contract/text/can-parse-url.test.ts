import { expect, test } from 'vitest'
import { canParseUrl } from './can-parse-url.ts'

test('a URL with other letters is still one after many calls', () => {
  const refused = Array.from({ length: 20_000 }, () =>
    [canParseUrl('https://shop.example/a'), canParseUrl('https://bücher.example/')].every(Boolean),
  ).filter((isRight) => !isRight)
  expect(refused).toEqual([])
})

test('a relative address is a URL only with a base', () => {
  expect(canParseUrl('/lamp')).toBe(false)
  expect(canParseUrl('/lamp', 'https://shop.example')).toBe(true)
  expect(canParseUrl('https://', 'https://shop.example')).toBe(false)
})
