import { expect, test } from 'vitest'
import { compactCount, compactMoney, count, money, percent } from './formats.ts'

test('numbers have US format and at most two decimals (R-635, R-636)', () => {
  expect(count(1_234_567.891)).toBe('1,234,567.89')
  expect(count(5)).toBe('5')
  expect([0, 999, 1000, -5].map(count)).toEqual(['0', '999', '1,000', '-5'])
  for (const whole of [10_000, 123_456, 1_234_567, Number.MAX_SAFE_INTEGER, 1e21])
    expect(count(whole)).toBe(whole.toLocaleString('en-US'))
  expect(count(1.005)).toBe('1.01')
})

test('money is in dollars with cents (R-637, R-390)', () => {
  expect(money(1234.5)).toBe('$1,234.50')
  expect(money(5)).toBe('$5.00')
  expect(money(1932.4)).toBe('$1,932.40')
  expect(money(-3.1)).toBe('-$3.10')
  expect(money(-0)).toBe('$0.00')
})

test('compact numbers shorten thousands and millions (R-638, R-390)', () => {
  expect(compactCount(1234)).toBe('1.23K')
  expect(compactMoney(1234)).toBe('$1.23K')
  expect(compactMoney(18_400)).toBe('$18.4K')
})

test('a rate is a plain percentage', () => {
  expect(percent(8)).toBe('8%')
  expect(percent(12.5)).toBe('12.5%')
})
