import { expect } from 'vitest'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

const TAGS = '/v1/users/me/links/tags/'

const tag = (person: Person, body: object) =>
  ask<{ results: object[] }>(person, 'PATCH', LINKS, body)

type Suggestions = { results: { name: string }[]; next: string | null }
const suggestions = async (person: Person, query = '', path = TAGS) =>
  (await ask<Suggestions>(person, 'GET', path + query)).body

async function personWithTags(...tags: string[][]) {
  const person = await signUp(server)
  for (const list of tags) await editLink(person, await addLink(person), { tags: list })
  return person
}

test('tags are added to, removed from and set on many links at once (R-175)', async ({ ana }) => {
  const [a, b] = [await addLink(ana), await addLink(ana)]
  await editLink(ana, a, { tags: ['x'] })
  const uuids = [a.uuid, b.uuid]
  const tagsOf = async () => [(await readLink(ana, a)).tags, (await readLink(ana, b)).tags]
  const added = await tag(ana, { uuids, tags: ['x', 'y'] })
  expect(added.status).toBe(200)
  const results = []
  for (const link of [a, b]) {
    const { uuid, tags, updated_at } = await readLink(ana, link)
    expect(tags).toEqual(['x', 'y'])
    results.push({ uuid, tags, updated_at })
  }
  expect(added.body.results).toEqual(expect.arrayContaining(results))
  await tag(ana, { uuids, tags: ['x', 'unknown'], mode: 'remove' })
  expect(await tagsOf()).toEqual([['y'], ['y']])
  await tag(ana, { uuids: [a.uuid], tags: ['it"s, {odd}', '\\'], mode: 'set' })
  expect(await tagsOf()).toEqual([['it"s, {odd}', '\\'], ['y']])
  await tag(ana, { uuids, tags: [], mode: 'set' })
  expect(await tagsOf()).toEqual([[], []])
})

test('ids of other people’s links are ignored and not listed (R-175)', async ({ ana, eve }) => {
  const [anas, eves] = [await addLink(ana), await addLink(eve)]
  const uuids = [anas.uuid, eves.uuid, crypto.randomUUID()]
  const { body } = await tag(eve, { uuids, tags: ['mine'] })
  const changed = { uuid: eves.uuid, tags: ['mine'], updated_at: expect.any(String) }
  expect(body).toEqual({ results: [changed] })
  expect((await readLink(ana, anas)).tags).toEqual([])
})

test('invalid bulk edits are refused on their field', async ({ ana }) => {
  const { uuid } = await addLink(ana)
  const many = Array.from({ length: 50 }, (_, i) => `t${i}`)
  for (const [body, field] of [
    [{ uuids: [], tags: ['a'] }, 'uuids'],
    [{ uuids: ['no-uuid'], tags: ['a'] }, 'uuids'],
    [{ tags: ['a'] }, 'uuids'],
    [{ uuids: Array.from({ length: 1001 }, () => uuid), tags: ['a'] }, 'uuids'],
    [{ uuids: [uuid] }, 'tags'],
    [{ uuids: [uuid], tags: 'a' }, 'tags'],
    [{ uuids: [uuid], tags: [...many, 'one more'] }, 'tags'],
    [{ uuids: [uuid], tags: ['a'], mode: 'toggle' }, 'mode'],
  ] as const) {
    await expectRefused(tag(ana, body), field, body)
  }
  await tag(ana, { uuids: [uuid], tags: many })
  const full = fieldError('tags', 'A link can have 50 tags.')
  expect(await tag(ana, { uuids: [uuid], tags: ['one more'] })).toEqual(full)
})

test('suggestions are the user’s own tags, each once, most used first (R-258, R-259)', async () => {
  const ana = await personWithTags(['home', 'oak'], ['home'], ['art', 'home', 'oak'])
  await personWithTags(['somebody else’s'])
  const results = [{ name: 'home' }, { name: 'oak' }, { name: 'art' }]
  expect(await suggestions(ana)).toEqual({ results, next: null })
})

test('suggestions are searched and paged (R-260)', async () => {
  const many = Array.from({ length: 25 }, (_, i) => `tag ${String(i).padStart(2, '0')}`)
  const ana = await personWithTags(many, ['100%'])
  expect((await suggestions(ana, '?q=100%25')).results).toEqual([{ name: '100%' }])
  expect((await suggestions(ana, '?q=TAG%2003')).results).toEqual([{ name: 'tag 03' }])
  expect((await suggestions(ana, '?q=_')).results).toEqual([])
  const first = await suggestions(ana, '?q=tag')
  expect(first.results).toHaveLength(20)
  const second = await suggestions(ana, first.next?.replace(TAGS, ''))
  expect(second.results.map(({ name }) => name)).toEqual(many.slice(20))
  expect(second.next).toBeNull()
  expect((await suggestions(ana, '?page=9')).results).toEqual([])
  for (const query of ['?page=0', '?page_size=101', '?page=x']) {
    expect((await ana.send('GET', TAGS + query)).status, query).toBe(400)
  }
})

test('the filter of analytics has the same tags of the user, in pages (R-263, R-386, A-125)', async () => {
  const [ana, eve] = [await personWithTags(['desk', 'gift'], ['gift']), await personWithTags(['x'])]
  const path = '/v2/my/analytics/tags/'
  const { results, next } = await suggestions(ana, '?page_size=1', path)
  expect(results).toHaveLength(1)
  expect(next).toMatch(/^\/v2\/my\/analytics\/tags\/\?/)
  const names = async (person: Person, query = '') =>
    (await suggestions(person, query, path)).results.map(({ name }) => name).toSorted()
  expect(await names(ana)).toEqual(['desk', 'gift'])
  expect(await names(ana, '?q=gi')).toEqual(['gift'])
  expect(await names(eve)).toEqual(['x'])
})
