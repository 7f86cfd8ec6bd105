import { expect, test } from 'vitest'
import { draftOf, NEW_RULE, readRule, ruleText } from './rule.ts'

test('a form left as it is holds all links, newest first (D-30)', () => {
  const { sent: rule } = readRule(NEW_RULE)
  expect(rule).toEqual({
    tags: [],
    match: 'any',
    domain: null,
    created_within_days: null,
    min_clicks: null,
    ordering: '-created',
    limit: 100,
  })
  expect(rule && ruleText(rule)).toBe('All your links. Newest first, up to 100.')
})

test('every part is read, also a tag that was typed and not entered (D-30)', () => {
  const { sent: rule } = readRule({
    tags: ['gift'],
    tag: ' summer ',
    match: 'all',
    domain: ' shop.com ',
    days: '30',
    clicks: '10',
    ordering: 'name',
    limit: '5',
  })
  expect(rule && ruleText(rule)).toBe(
    'Links tagged gift and summer, from shop.com, created in the last 30 days, with at least 10 clicks. By name, up to 5.',
  )
  expect(rule && readRule(draftOf(rule)).sent).toEqual(rule)
})

test.each([
  [{ days: '0' }, ['days']],
  [{ days: '1.5' }, ['days']],
  [{ clicks: '-1' }, ['clicks']],
  [{ clicks: 'ten' }, ['clicks']],
  [{ clicks: '1000000001' }, ['clicks']],
  [{ domain: 'shop dot com' }, ['domain']],
  [{ domain: 'https://' }, ['domain']],
  [{ tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }, ['tags']],
  [{ tags: Array.from({ length: 50 }, (_, n) => `tag ${n}`), tag: 'one more' }, ['tags']],
  [{ limit: '501' }, ['limit']],
  [{ limit: '' }, ['limit']],
  [{ days: 'x', limit: '0' }, ['days', 'limit']],
])('%j is refused on its own field (D-30)', (typed, fields) => {
  expect(Object.keys(readRule({ ...NEW_RULE, ...typed }).errors ?? {})).toEqual(fields)
})
