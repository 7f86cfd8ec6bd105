import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Condition, NewRule } from '#contract/rules/rules.ts'
import type { TryAs, TryResult } from '#contract/rules/try.ts'
import { startWithCountries } from '#support/server/links/country-server.ts'
import { addLink, editLink, linkPath, type Refusal } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { signUp, type Person } from '#support/server/people.ts'

const COUNTRIES = { DE: '198.51.100.7', JP: '198.51.100.207', '': '203.0.113.1' }
const server = await startWithCountries()

const OWN = 'https://shop.example/pan'

/** User agents with what they say. */
const CLIENTS = [
  {
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Instagram 382.0.0',
    facts: { device: 'phone', system: 'ios', app: 'instagram', browser: '' },
  },
  {
    agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    facts: { device: 'desktop', system: 'windows', app: '', browser: 'firefox' },
  },
  {
    agent: 'Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/136.0.0.0 Safari/537.36',
    facts: { device: 'tablet', system: 'android', app: '', browser: 'chrome' },
  },
] as const

const pick = <Item>(items: readonly Item[]): Item => items.at(randomInt(items.length)) as Item

function anyVisitor() {
  const { agent, facts } = pick(CLIENTS)
  const country = pick(['DE', 'JP', ''] as const)
  const language = pick(['de-at', 'en', ''])
  const query = pick(['', 'ref=ana', 'ref=bob&size=2'])
  const referrer = pick(['', 'news.example', 'm.news.example'])
  return {
    described: { ...facts, country, language, query, referrer } satisfies TryAs,
    tail: query === '' ? '' : `?${query}`,
    headers: {
      'User-Agent': agent,
      'X-Forwarded-For': COUNTRIES[country],
      'Accept-Language': language,
      Referer: referrer === '' ? '' : `https://${referrer}/a`,
    },
  }
}

const CONDITIONS: Condition[] = [
  { kind: 'country', values: ['DE'] },
  { kind: 'country', values: ['JP', 'FR'] },
  { kind: 'language', values: ['de', 'fr'] },
  { kind: 'device', values: ['phone', 'tablet'] },
  { kind: 'system', values: ['android'] },
  { kind: 'app', values: ['any'] },
  { kind: 'browser', values: ['firefox', 'chrome'] },
  { kind: 'query', values: ['ref=ana', 'size'] },
  { kind: 'referrer', values: ['news.example'] },
  { kind: 'hours', values: ['mon,tue,wed,thu,fri,sat,sun 00:00-24:00'] },
  { kind: 'after', values: ['2020-01-01T00:00:00Z'] },
  { kind: 'before', values: ['2020-01-01T00:00:00Z'] },
]

const anyRule = (share?: string): NewRule => ({
  target_url: pick([null, ...[1, 2, 3].map((n) => `https://shop.example/${n}`)]),
  conditions: [
    ...Array.from({ length: randomInt(1, 3) }, () => pick(CONDITIONS)),
    ...(share === undefined ? [] : [{ kind: 'share' as const, values: [share] }]),
  ],
})

async function tryAs(person: Person, link: { uuid: string }, visitor: TryAs): Promise<TryResult> {
  const response = await person.send('POST', `${linkPath(link)}try/`, visitor)
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: TryResult }).result
}

/** Expects that the explanation names the rule that applies and every rule before and behind it. */
function expectExplained({ rule, target_url, why }: TryResult, rules: NewRule[]) {
  const before = rules.slice(0, (rule ?? rules.length + 1) - 1)
  for (const index of before.keys()) expect(why).toContain(`Rule ${index + 1} does not apply`)
  expect(why.match(/does not apply/g) ?? []).toHaveLength(before.length)
  expect(target_url).toBe(rule === null ? OWN : rules[rule - 1]?.target_url)
  expect(/skipped/.test(why)).toBe(rule !== null && rule < rules.length)
}

describe('for any rules and visitors', () => {
  test('the server, a try and its explanation agree', async () => {
    const person = await signUp(server)
    const link = await addLink(person, OWN)
    for (let round = 0; round < 40; round += 1) {
      const rules = Array.from({ length: randomInt(1, 6) }, () => anyRule())
      await editLink(person, link, { rules })
      for (const { described, headers, tail } of [anyVisitor(), anyVisitor(), anyVisitor()]) {
        const tried = await tryAs(person, link, described)
        const { location } = await visit(server, `/s/${link.short_code}${tail}`, { headers })
        const context = JSON.stringify({ rules, described, tried })
        expect(location ?? null, context).toBe(tried.target_url)
        expectExplained(tried, rules)
      }
    }
  })

  test('with a share, the server answers as for one of the positions', async () => {
    const person = await signUp(server)
    const link = await addLink(person, OWN)
    for (let round = 0; round < 10; round += 1) {
      const rules = [anyRule('30'), anyRule(), anyRule('50')]
      await editLink(person, link, { rules })
      const { described, headers, tail } = anyVisitor()
      const positions = Array.from({ length: 10 }, (_, n) => n * 10 + 5)
      const tries = await Promise.all(
        positions.map((position) => tryAs(person, link, { ...described, position })),
      )
      const { location } = await visit(server, `/s/${link.short_code}${tail}`, { headers })
      expect(tries.map(({ target_url }) => target_url)).toContain(location ?? null)
      for (const tried of tries) expectExplained(tried, rules)
    }
  })
})

const half = (n: number): NewRule => ({
  target_url: `https://shop.example/${n}`,
  conditions: [{ kind: 'share', values: ['50'] }],
})

test('a share applies to the visitors whom the rules above left', async () => {
  const person = await signUp(server)
  const link = await addLink(person, OWN)
  await editLink(person, link, { rules: [half(1), half(2)] })
  const ruleAt = async (position: number) => (await tryAs(person, link, { position })).rule
  expect(await Promise.all([0, 49.9, 50, 74.9, 75, 99].map(ruleAt))).toEqual([
    1,
    1,
    2,
    2,
    null,
    null,
  ])
})

test('an answer says why, in words', async () => {
  const person = await signUp(server)
  const link = await addLink(person, OWN)
  const rules: NewRule[] = [
    {
      target_url: 'https://shop.example/de/pan',
      conditions: [{ kind: 'country', values: ['DE', 'AT', 'CH'] }],
    },
    { target_url: null, conditions: [{ kind: 'app', values: ['instagram'] }] },
    { target_url: OWN, conditions: [{ kind: 'share', values: ['50'] }] },
  ]
  await editLink(person, link, { rules })
  expect(await tryAs(person, link, { country: 'DE' })).toEqual({
    rule: 1,
    target_url: 'https://shop.example/de/pan',
    why: 'The visitor is in Germany, Austria or Switzerland. Rules 2 and 3 are skipped.',
  })
  expect(await tryAs(person, link, { app: 'instagram' })).toEqual({
    rule: 2,
    target_url: null,
    why: 'Rule 1 does not apply, because the visitor is not in Germany, Austria or Switzerland. The visitor is inside Instagram. Rule 3 is skipped.',
  })
  expect((await tryAs(person, link, { position: 60 })).why).toContain(
    'Rule 3 does not apply, because the visitor is not among 50% of all others. The link’s own address applies.',
  )
})

test('unsaved rules and a moment can be tried, on the own link only', async () => {
  const [person, other] = [await signUp(server), await signUp(server)]
  const link = await addLink(person, OWN)
  const rules: NewRule[] = [
    {
      target_url: 'https://shop.example/night',
      conditions: [{ kind: 'hours', values: ['sat 22:00-02:00'] }],
    },
  ]
  const ruleAt = async (at: string) => (await tryAs(person, link, { rules, at })).rule
  const { why } = await tryAs(person, link, { rules, at: '2026-05-16T22:00:00Z' })
  expect(why).toBe('It is Saturday, 22:00 to 02:00 in UTC.')
  expect(await ruleAt('2026-05-16T22:00:00Z')).toBe(1)
  expect(await ruleAt('2026-05-17T01:59:00Z')).toBe(1)
  expect(await ruleAt('2026-05-17T02:00:00Z')).toBeNull()
  expect(await ruleAt('2026-05-16T01:00:00Z')).toBeNull()
  expect((await other.send('POST', `${linkPath(link)}try/`, {})).status).toBe(404)
  await editLink(person, link, { expires_at: '2026-05-16T00:00:00Z' })
  expect(await tryAs(person, link, { rules, at: '2026-05-16T22:00:00Z' })).toEqual({
    rule: null,
    target_url: null,
    why: 'The link has ended by then.',
  })
})

test.each([
  ['country', 'Germany', 'Send countries as two capital letters, like DE. “Germany” is not one.'],
  ['referrer', 'https://a', 'Send sites as host names, like news.example. “https://a” is not one.'],
])('a visitor with the %s %s is refused', async (fact, value, message) => {
  const person = await signUp(server)
  const link = await addLink(person, OWN)
  const response = await person.send('POST', `${linkPath(link)}try/`, { [fact]: value })
  expect(response.status).toBe(400)
  expect(((await response.json()) as Refusal).errors).toEqual({ [fact]: [message] })
})
