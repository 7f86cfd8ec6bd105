import { expect, test } from 'vitest'
import type { SmartRule } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { aSmartCollection } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { entryOf } from './link-order.ts'
import { applyRule } from './smart-rule.ts'

const NOW = Date.parse('2026-05-20T15:00:00Z')

function found(rule: Partial<SmartRule>, links: ShortLink[]) {
  const whole = aSmartCollection('Any', rule).rule as SmartRule
  const names = new Map(links.map((link) => [link.uuid, link.name]))
  return applyRule(links.map(entryOf), whole, NOW).map(({ uuid }) => names.get(uuid))
}

const tagged = (name: string, ...tags: string[]) => aLink(name, { tags })
const from = (name: string, domain: string) => aLink(name, { domain })
const made = (name: string, created_at: string) => aLink(name, { created_at })

test('any of the tags, or all of them (D-30)', () => {
  const links = [tagged('a', 'x'), tagged('b', 'x', 'y'), tagged('c', 'z'), tagged('d')]
  expect(found({ tags: ['x', 'y'], match: 'any' }, links)).toEqual(['a', 'b'])
  expect(found({ tags: ['x', 'y'], match: 'all' }, links)).toEqual(['b'])
  expect(found({ tags: [], match: 'all' }, links)).toEqual(['a', 'b', 'c', 'd'])
})

test('a domain and its subdomains, in any spelling (D-30)', () => {
  const links = [from('a', 'shop.com'), from('b', 'uk.shop.com'), from('c', 'myshop.com')]
  expect(found({ domain: 'shop.com' }, links)).toEqual(['a', 'b'])
  expect(found({ domain: 'https://www.Shop.com/lamps' }, links)).toEqual(['a', 'b'])
})

test('age counts whole days in UTC, today included (D-30)', () => {
  const links = [
    made('now', '2026-05-20T14:59:00.000Z'),
    made('first minute', '2026-05-13T00:00:00.000Z'),
    made('a minute before', '2026-05-12T23:59:00.000Z'),
  ]
  expect(found({ created_within_days: 7 }, links)).toEqual(['now', 'first minute'])
})

test('a minimum of clicks, and at most the limit of links (D-30)', () => {
  const links = [9, 10, 11].map((clicks) => aLink(`${clicks}`, { lifetime_clicks: clicks }))
  expect(found({ min_clicks: 10 }, links)).toEqual(['10', '11'])
  expect(found({ limit: 2 }, links)).toEqual(['9', '10'])
})
