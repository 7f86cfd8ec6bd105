import { expect, test } from 'vitest'
import { anEarning, storyOf } from '#support/wallet-samples.ts'
import { factsOf } from './story-facts.ts'

const facts = (...of: Parameters<typeof storyOf>) => new Map(factsOf(storyOf(...of)))

test('an earning shows what it waits for: its hold, the brand’s payment, or nothing', () => {
  const pending = facts(anEarning(1))
  expect(pending.get('Held back until')).toMatch(/^Jun 4/)
  expect(pending.has('The brand paid us')).toBe(false)

  const approved = { state: 'approved', waits_for_brand: true, expected_at: null } as const
  const waiting = facts(anEarning(2, approved), { hold_ends_at: null })
  expect(waiting.has('Held back until')).toBe(false)
  expect(waiting.get('The brand paid us')).toBe('Not yet. It waits for Sample Lamps')

  const paid = facts(anEarning(3, { state: 'available', expected_at: null }), {
    funded_at: '2026-05-20T10:00:00.000Z',
  })
  expect(paid.get('The brand paid us')).toMatch(/^May 20/)
})

test('an order without an exchange rate has no amount in dollars', () => {
  const unpriced = { amount: 200, currency: 'CHF' }
  const original = { ...unpriced, rate: 0, day: '' }
  const found = facts(anEarning(4, { amount: 0, unpriced }), { base: 0, original })
  expect(found.get('Reported by the shop')).toBe('200 CHF. It counts once there is a rate')
  expect(found.get('Order without tax and shipping')).toBe('No exchange rate for CHF yet.')
  expect(found.get('You earn')).toBe('No exchange rate for CHF yet.')
  expect([...found.values()].filter((value) => value.includes('$'))).toEqual([])
})

test('a reversed order without an exchange rate does not wait for one', () => {
  const unpriced = { amount: 200, currency: 'CHF' }
  const original = { ...unpriced, rate: 0, day: '' }
  const earning = anEarning(4, { amount: 0, unpriced, state: 'reversed' })
  const found = facts(earning, { base: 0, original })
  expect(found.get('Reported by the shop')).toBe('200 CHF')
  expect(found.get('You earn')).toBe('No exchange rate for CHF.')
})

test.each([
  ['code', 'None, your code was used'],
  ['operator', 'None, assigned by hand'],
] as const)('an order without a click that was attributed by %s says so', (attributed_by, said) => {
  expect(facts(anEarning(1), { click: null, attributed_by }).get('Click')).toBe(said)
})
