import { expect, test } from 'vitest'
import { actForAna } from '#support/window/signed-in.ts'
import { allowedTemplates } from './rule-templates.ts'
import { ruleText } from '#contract/rules/smart-rule-text.ts'
import { draftOf, NEW_RULE, readRule, ruleOrders } from './rule.ts'

test.each([{}, { clicks: '0' }, { domain: '  ' }, { ordering: 'name' as const, limit: '5' }])(
  'a rule without effect is refused at its first field: %j',
  (typed) => {
    expect(readRule({ ...NEW_RULE, ...typed }).errors).toEqual({
      tags: 'Add at least one condition: a tag, a site, an age or clicks.',
    })
  },
)

test('an empty field is not a condition (D-30)', () => {
  const { sent: rule } = readRule({ ...NEW_RULE, days: '30' })
  expect(rule).toEqual({
    tags: [],
    match: 'any',
    domain: null,
    created_within_days: 30,
    min_clicks: null,
    ordering: '-created',
    limit: 100,
  })
  const all = rule && { ...rule, created_within_days: null }
  expect(all && ruleText(all)).toBe('All your links. Newest first, up to 100.')
})

test('every template is a valid rule', () => {
  const texts = allowedTemplates().map(({ rule }) => readRule({ ...NEW_RULE, ...rule }).sent)
  expect(texts.map((rule) => rule && ruleText(rule))).toEqual([
    'Links created in the last 30 days. Newest first, up to 100.',
    'Links with at least 10 clicks. Most clicks first, up to 20.',
    'Links with at least 1 click. Most earned first, up to 20.',
  ])
})

const labels = (chosen: '-created' | '-lifetime_clicks') =>
  ruleOrders(chosen).map(({ label }) => label)

test('a member is offered no number that they may not see', () => {
  const goBack = actForAna(['edit'])
  expect(allowedTemplates().map(({ label }) => label)).toEqual(['New this month'])
  expect(labels('-created')).toEqual(['Newest first', 'By name'])
  expect(labels('-lifetime_clicks')).toEqual(['Newest first', 'By name', 'Most clicks first'])
  goBack()
  expect(labels('-created')).toHaveLength(4)
})

test('all fields are read, also a typed tag that was not entered (D-30)', () => {
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
