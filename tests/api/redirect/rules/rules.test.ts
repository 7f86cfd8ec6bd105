import { expect, test, vi } from 'vitest'
import type { Condition, NewRule } from '#contract/rules/rules.ts'
import { startWithCountries } from '#support/server/links/country-server.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { analytics, changeTimeZone } from '#support/server/money/analytics.ts'
import { signUp, type Person } from '#support/server/people.ts'

const server = await startWithCountries()

const OWN = 'https://shop.example/pan'
const OTHER = 'https://shop.example/de/pan'
const GERMAN = { 'X-Forwarded-For': '198.51.100.7' }
const JAPANESE = { 'X-Forwarded-For': '198.51.100.207' }

const rule = (...conditions: Condition[]): NewRule => ({ target_url: OTHER, conditions })
const when = (kind: Condition['kind'], ...values: string[]): Condition => ({ kind, values })

async function linkWith(rules: NewRule[], person?: Person) {
  const owner = person ?? (await signUp(server))
  const link = await addLink(owner, OWN)
  await editLink(owner, link, { rules })
  const open = (headers: Record<string, string> = {}, tail = '') =>
    visit(server, `/s/${link.short_code}${tail}`, { headers }).then(({ location }) => location)
  return { owner, link, open }
}

test.each<[Condition, matching: Record<string, string>, other: Record<string, string>]>([
  [when('country', 'FR', 'DE'), GERMAN, JAPANESE],
  [when('country', 'DE'), GERMAN, { 'X-Forwarded-For': '203.0.113.1' }],
  [
    when('language', 'de'),
    { 'Accept-Language': 'de-AT,en;q=0.9' },
    { 'Accept-Language': 'en, de' },
  ],
  [when('language', 'de-at'), { 'Accept-Language': 'de-AT' }, { 'Accept-Language': 'de' }],
  [when('device', 'tablet'), { 'User-Agent': 'Mozilla/5.0 (iPad; CPU OS 12_5)' }, {}],
  [when('system', 'windows'), { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0)' }, {}],
  [when('app', 'instagram'), { 'User-Agent': 'Mozilla/5.0 (iPhone) Instagram 382.0.0' }, {}],
  [when('app', 'any'), { 'User-Agent': 'Mozilla/5.0 (iPhone) Line/15.7' }, {}],
  [when('browser', 'firefox'), { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140.0' }, {}],
  [when('referrer', 'news.example'), { Referer: 'https://www.news.example/a' }, {}],
  [
    when('referrer', 'news.example'),
    { Referer: 'https://m.news.example' },
    { Referer: 'https://fakenews.example' },
  ],
])('%o redirects to another target', async (condition, matching, other) => {
  const { open } = await linkWith([rule(condition)])
  expect(await open(matching)).toBe(OTHER)
  expect(await open(other)).toBe(OWN)
})

test.each([
  ['after', '2026-05-12T12:00:00Z', OTHER],
  ['after', '2026-05-12T12:00:01Z', OWN],
  ['before', '2026-05-12T12:00:00Z', OWN],
  ['before', '2026-05-12T12:00:01Z', OTHER],
] as const)('%s %s at noon leads to %s', async (kind, moment, target) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-12T12:00:00Z') })
  try {
    const { open } = await linkWith([rule(when(kind, moment))])
    expect(await open()).toBe(target)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['ref', '?ref', true],
  ['ref', '?a=1&ref=ana', true],
  ['ref', '?reference=1', false],
  ['ref=ana', '?ref=bob&ref=ana', true],
  ['ref=ana b', '?ref=ana+b', true],
  ['ref=ana', '?ref=Ana', false],
  ['ref', '', false],
])('the parameter %s is in "%s": %s', async (value, tail, isThere) => {
  const { open } = await linkWith([rule(when('query', value))])
  expect(await open({}, tail)).toBe(isThere ? OTHER : OWN)
})

test('all conditions must hold, and the first rule that matches decides', async () => {
  const first = rule(when('country', 'DE'), when('language', 'de'))
  const second = { target_url: null, conditions: [when('country', 'DE')] }
  const { link, open } = await linkWith([first, second])
  expect(await open({ ...GERMAN, 'Accept-Language': 'de' })).toBe(OTHER)
  const ended = await visit(server, `/s/${link.short_code}`, { headers: GERMAN })
  expect(ended.status).toBe(410)
  expect(ended.body).toContain('This link has ended')
  expect(await open(JAPANESE)).toBe(OWN)
})

test('hours are those of the owner, also after a change of the time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-12T15:30:00Z') })
  try {
    const { owner, open } = await linkWith([rule(when('hours', 'tue 15:00-16:00'))])
    expect(await open()).toBe(OTHER)
    await changeTimeZone(server, owner, 'Asia/Tokyo')
    // The redirector learns of the change by a notice of the database.
    await expect.poll(open).toBe(OWN)
  } finally {
    vi.useRealTimers()
  }
})

test('a share divides visitors, and each stays with the answer for the day', async () => {
  const { open } = await linkWith([rule(when('share', '50'))])
  const ask = (n: number) => open({ 'X-Forwarded-For': `203.0.113.${n}` })
  const visitors = Array.from({ length: 200 }, (_, n) => n + 1)
  const first = await Promise.all(visitors.map(ask))
  expect(await Promise.all(visitors.map(ask))).toEqual(first)
  // Limits that chance exceeds once in a hundred million runs.
  const there = first.filter((location) => location === OTHER).length
  expect(there).toBeGreaterThan(60)
  expect(there).toBeLessThan(140)
})

test('clicks are counted by rule', async () => {
  const { owner, link, open } = await linkWith([rule(when('country', 'DE'))])
  await open(GERMAN)
  await open(JAPANESE)
  await open({ 'X-Forwarded-For': '203.0.113.9' })
  const { results } = await analytics(owner, { group_by: 'rule', link_uuid: link.uuid })
  const id = (await readLink(owner, link)).rules?.[0]?.id
  expect(results.map(({ key, clicks }) => [key, clicks])).toEqual([
    ['else', 2],
    [id, 1],
  ])
})
