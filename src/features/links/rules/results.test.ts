import { expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rules.ts'
import { betterVariant, rateText, variantsOf } from './results.ts'

const variant = (id: string, clicks: number, conversions: number) => ({
  id,
  numbers: { clicks, conversions },
})

test.each([
  ['the intervals do not overlap', 1000, 20, 1000, 60, 'b'],
  ['the link’s own address is better', 1000, 60, 1000, 20, 'a'],
  ['the intervals overlap', 1000, 20, 1000, 30, undefined],
  ['one has 99 clicks', 99, 0, 1000, 200, undefined],
  ['both have 100 clicks', 100, 0, 100, 50, 'b'],
  ['there are no orders', 1000, 0, 1000, 0, undefined],
])('%s', (_, clicksA, ordersA, clicksB, ordersB, better) => {
  expect(betterVariant([variant('a', clicksA, ordersA), variant('b', clicksB, ordersB)])).toBe(
    better,
  )
})

const rule = (id: string, kind: 'share' | 'country', value: string): Rule => ({
  id,
  target_url: 'https://b.example/',
  conditions: [{ kind, values: [value] }],
})

const numbers = () => ({ clicks: 1, conversions: 0 })

test('shares at the end are compared with the link’s own address, rules before them are not', () => {
  const rules = [
    rule('first', 'share', '10'),
    rule('land', 'country', 'DE'),
    rule('half', 'share', '50'),
  ]
  expect(variantsOf(rules, numbers).map(({ id }) => id)).toEqual(['half', 'else'])
  expect(variantsOf(rules.slice(0, 2), numbers)).toEqual([])
})

test('the rate shows the orders per hundred clicks with its interval', () => {
  expect(rateText({ clicks: 1204, conversions: 22 })).toBe(
    '1.8 orders per 100 clicks, 95% interval 1.2 to 2.8',
  )
  expect(rateText({ clicks: 0, conversions: 0 })).toBeUndefined()
})
