import { expect, test } from 'vitest'
import type { NewRule, Rule } from '#contract/rules/rules.ts'
import { addLink, editLink, linkPath, readLink, type Refusal } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const OWN = 'https://shop.example/pan'
const inCountry = (code: string, target_url: string | null = `https://shop.example/${code}`) => ({
  target_url,
  conditions: [{ kind: 'country' as const, values: [code] }],
})

async function linkWith(...rules: NewRule[]) {
  const person = await signUp(server)
  const link = await addLink(person, OWN)
  await editLink(person, link, { rules })
  const saved = async () => (await readLink(person, link)).rules ?? []
  return { person, link, saved }
}

async function refusal(person: Person, link: { uuid: string }, rules: unknown): Promise<string[]> {
  const response = await person.send('PATCH', linkPath(link), { rules })
  expect(response.status).toBe(400)
  return ((await response.json()) as Refusal).errors['rules'] ?? []
}

test('rules are saved in their order with normalized targets and an id each', async () => {
  const { saved } = await linkWith(inCountry('DE', 'shop.example/de'), inCountry('FR', null))
  const rules = await saved()
  expect(rules).toMatchObject([inCountry('DE', 'http://shop.example/de/'), inCountry('FR', null)])
  expect(new Set(rules.map(({ id }) => id)).size).toBe(2)
})

test('a rule keeps its id while its target is the same', async () => {
  const { person, link, saved } = await linkWith(inCountry('DE'), inCountry('FR'), inCountry('IT'))
  const [german, french, italian] = (await saved()) as [Rule, Rule, Rule]
  const { id: _id, ...unnamed } = italian
  await editLink(person, link, {
    rules: [
      unnamed,
      { ...french, conditions: inCountry('BE').conditions },
      { ...german, target_url: 'https://shop.example/other' },
    ],
  })
  const [first, second, third] = await saved()
  expect(first).toEqual(italian)
  expect(second).toEqual({ ...french, conditions: inCountry('BE').conditions })
  expect(third?.id).not.toBe(german.id)
})

test('an empty list removes the rules, and a link without rules has no field', async () => {
  const { person, link } = await linkWith(inCountry('DE'))
  await editLink(person, link, { rules: [] })
  expect(await readLink(person, link)).not.toHaveProperty('rules')
})

test('a clone has the same rules', async () => {
  const { person, link, saved } = await linkWith(inCountry('DE'))
  const response = await person.send('POST', `${linkPath(link)}clone/`)
  const { result } = (await response.json()) as { result: { rules: Rule[] } }
  expect(result.rules).toEqual(await saved())
})

test('a link can be created with rules', async () => {
  const person = await signUp(server)
  const body = { url: OWN, rules: [inCountry('DE')] }
  const response = await person.send('POST', '/v2/my/links/', body)
  const { result } = (await response.json()) as { result: { rules: Rule[] } }
  expect(result.rules).toMatchObject(body.rules)
})

test.each<[unknown, string]>([
  [Array.from({ length: 21 }, () => inCountry('DE')), 'A link can have 20 rules.'],
  [[{ ...inCountry('DE'), conditions: [] }], 'A rule needs a condition.'],
  [
    [
      {
        ...inCountry('DE'),
        conditions: Array.from({ length: 11 }, () => inCountry('DE').conditions[0]),
      },
    ],
    'A rule can have 10 conditions.',
  ],
  [
    [inCountry('DE'), inCountry('de')],
    'Rule 2: Send countries as two capital letters, like DE. “de” is not one.',
  ],
  [
    [{ ...inCountry('DE'), conditions: [{ kind: 'share', values: ['100'] }] }],
    'Rule 1: Send a percentage from 1 to 99. “100” is not one.',
  ],
  [
    [
      {
        ...inCountry('DE'),
        conditions: [
          { kind: 'share', values: ['50'] },
          { kind: 'share', values: ['50'] },
        ],
      },
    ],
    'Rule 1: Use one percentage.',
  ],
  [
    [
      {
        ...inCountry('DE'),
        conditions: [{ kind: 'after', values: ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'] }],
      },
    ],
    'Rule 1: Send one value for after.',
  ],
  [
    [{ ...inCountry('DE'), conditions: [{ kind: 'hours', values: ['mon 25:00-26:00'] }] }],
    'Rule 1: Send weekdays and hours, like mon,tue 09:00-17:00. “mon 25:00-26:00” is not one.',
  ],
  [
    [{ ...inCountry('DE'), conditions: [{ kind: 'country', values: [] }] }],
    'A condition needs a value.',
  ],
  [[inCountry('DE', 'javascript:alert(1)')], 'Rule 1: Only http and https links can be shortened.'],
  [[{ ...inCountry('DE'), id: 'else' }], 'Leave the id out, or send it as you received it.'],
])('%o is refused', async (rules, message) => {
  const { person, link } = await linkWith()
  expect(await refusal(person, link, rules)).toEqual([message])
})

test('a rule cannot lead to a short link of this site', async () => {
  const { person, link } = await linkWith()
  const own = (await readLink(person, link)).split_url
  expect(await refusal(person, link, [inCountry('DE', own)])).toEqual([
    'Rule 1: This is already a short link.',
  ])
})

const [DE, FR, IT] = ['DE', 'FR', 'IT'].map((code) => ({
  id: `rule${code.toLowerCase()}`,
  ...inCountry(code),
})) as [Rule, Rule, Rule]
const changed = (rule: Rule): Rule => ({ ...rule, conditions: inCountry('BE').conditions })
const changedAgain = (rule: Rule): Rule => ({ ...rule, conditions: inCountry('NL').conditions })

test.each<[what: string, base: Rule[], current: Rule[], edited: Rule[], merged: Rule[]]>([
  ['different rules', [DE, FR], [changed(DE), FR], [DE, changed(FR)], [changed(DE), changed(FR)]],
  ['a new rule and an order', [DE, FR], [DE, IT, FR], [FR, DE], [FR, DE, IT]],
  ['a rule removed elsewhere', [DE, FR], [FR], [DE, changed(FR)], [changed(FR)]],
  ['a rule removed here', [DE, FR], [DE, changed(FR)], [FR], [changed(FR)]],
  ['the same change', [DE], [changed(DE)], [changed(DE)], [changed(DE)]],
])('concurrent edits of %s are both kept', async (_, base, current, edited, merged) => {
  const { person, link, saved } = await linkWith(...base)
  await editLink(person, link, { rules: current })
  await editLink(person, link, { base: { rules: base }, rules: edited })
  expect(await saved()).toEqual(merged)
})

test.each<[what: string, current: Rule[], edited: Rule[]]>([
  ['changed differently', [changed(DE)], [changedAgain(DE)]],
  ['changed here and removed elsewhere', [], [changed(DE)]],
  ['removed here and changed elsewhere', [changed(DE)], []],
])('a rule that was %s is a conflict', async (_, current, edited) => {
  const { person, link, saved } = await linkWith(DE)
  await editLink(person, link, { rules: current })
  const body = { base: { rules: [DE] }, rules: edited }
  const response = await person.send('PATCH', linkPath(link), body)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ conflict: { fields: ['rules'] } })
  expect(await saved()).toEqual(current)
})
