import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PAGE_COLLECTIONS, MAX_PAGE_LINKS, MAX_SECTIONS } from '#contract/limits.ts'
import type { Section } from '#contract/pages.ts'
import { addCollection, ask } from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import {
  addSection,
  createSection,
  editSection,
  watchPageNotices,
  listSections,
  ORDER,
  readSection,
  fieldError,
  SECTIONS,
  sectionPath,
  titles,
} from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const NONE = { status: 404, body: {} }
const order = (person: Person, sections: { id: number }[]) =>
  ask(person, 'PATCH', ORDER, { ids: sections.map(({ id }) => id) })

test('sections of others are not there (A-065)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const section = await addSection(ana, { title: 'Of Ana' })
  for (const id of [section.id, 0, 2 ** 31, '7x', crypto.randomUUID()]) {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : { type: 'text', title: 'Mine' }
      expect(await ask(ben, method, `${SECTIONS}${id}/`, body)).toEqual(NONE)
    }
  }
  expect((await readSection(ana, section)).body).toEqual(section)
})

test('collections and links of others are as unknown as those that never were (A-064)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const mine = [(await addLink(ana)).uuid]
  const section = await addSection(ana, { type: 'links', links: mine })
  const unknownLink = fieldError('links', 'There is no such link.')
  const unknownCollection = fieldError('collections', 'There is no such collection.')
  for (const link of [(await addLink(ben)).uuid, crypto.randomUUID()]) {
    const links = [...mine, link]
    expect(await editSection(ana, section, { links })).toEqual(unknownLink)
    expect(await createSection(ana, { type: 'links', links })).toEqual(unknownLink)
  }
  for (const one of [(await addCollection(ben, 'Of Ben')).uuid, crypto.randomUUID()]) {
    const edit = { type: 'collections', collections: [one] }
    expect(await editSection(ana, section, edit)).toEqual(unknownCollection)
    expect(await createSection(ana, edit)).toEqual(unknownCollection)
  }
  expect(await listSections(ana)).toMatchObject({ results: [section], count: 1 })
})

test('wrong values are refused by field and change nothing (A-064, A-065)', async () => {
  const ana = await signUp(server)
  const section = await addSection(ana)
  const wrong: [string, unknown][] = [
    ['title', 'x'.repeat(81)],
    ['title', null],
    ['type', 'wall'],
    ['layout', 'row'],
    ['position', -1],
    ['position', 1.5],
    ['is_visible', 1],
    ['collections', ['x']],
    ['links', 'x'],
    ['text', 'x'.repeat(4001)],
  ]
  for (const [field, value] of wrong) {
    const edited = await editSection(ana, section, { [field]: value })
    expect([edited.status, Object.keys(edited.body.errors)], field).toEqual([400, [field]])
    const made = await createSection(ana, { type: 'text', [field]: value })
    expect([made.status, Object.keys(made.body.errors)], field).toEqual([400, [field]])
  }
  expect(await createSection(ana, { title: 'Typeless' })).toEqual(
    fieldError('type', 'This field is required.'),
  )
  expect(await listSections(ana)).toMatchObject({ results: [section], count: 1 })
})

test('there is an end to what a page can have', async () => {
  const ana = await signUp(server)
  await server.deps.sql`
    insert into links (id, user_id, short_code, name, url, host)
    select gen_random_uuid(), ${ana.uuid}, 'many' || n, 'n', 'https://shop.example/', 'shop.example'
    from generate_series(1, ${MAX_PAGE_LINKS}) as n`
  const rows = await server.deps.sql<{ id: string }[]>`
    select id from links where user_id = ${ana.uuid}`
  const links = rows.map(({ id }) => id)
  const full = await addSection(ana, { type: 'links', links })
  expect(full.link_count).toBe(MAX_PAGE_LINKS)
  const more = { type: 'links', links: links.slice(0, 1) }
  expect(await createSection(ana, more)).toEqual(
    fieldError('links', `A page can show ${MAX_PAGE_LINKS} links.`),
  )
  await editSection(ana, full, { links: links.slice(1) })
  expect((await createSection(ana, more)).status).toBe(201)
  const collections = await server.deps.sql<{ id: string }[]>`
    insert into collections (user_id, kind, name)
    select ${ana.uuid}, 'regular', 'Collection ' || n from generate_series(0, ${MAX_PAGE_COLLECTIONS}) as n
    returning id`
  const [first = '', ...others] = collections.map(({ id }) => id)
  await addSection(ana, { type: 'collections', collections: others })
  expect(await createSection(ana, { type: 'collections', collections: [first] })).toEqual(
    fieldError('collections', `A page can show ${MAX_PAGE_COLLECTIONS} collections.`),
  )
  const { count } = await listSections(ana)
  await server.deps.sql`
    insert into sections (user_id, type, position)
    select ${ana.uuid}, 'text', n from generate_series(${count}::int, ${MAX_SECTIONS - 1}) as n`
  expect(await createSection(ana, { type: 'text' })).toEqual(
    fieldError('non_field_errors', `A page can have ${MAX_SECTIONS} sections.`),
  )
})

test('two edits of different fields both hold; of the same one, the later is asked (A-065)', async () => {
  const ana = await signUp(server)
  const [a, b] = [await addLink(ana), await addLink(ana)].map(({ uuid }) => uuid)
  const section = await addSection(ana, { type: 'links', title: 'Old', links: [a, b] })
  const base = { title: 'Old', links: [a, b] }
  await editSection(ana, section, { title: 'Phone' })
  const whole = { title: 'Old', links: [b, a], base }
  expect((await editSection(ana, section, whole)).body).toMatchObject({
    title: 'Phone',
    links: [b, a],
  })
  const { status, body } = await editSection(ana, section, { title: 'Desk', links: [a], base })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    conflict: { fields: ['title', 'links'], latest: { title: 'Phone', links: [b, a] } },
  })
})

test('a repeated write with one key is done once, and answered the same', async () => {
  const ana = await signUp(server)
  const twice = async (method: string, path: string, body?: object) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await ask<Section>(ana, method, path, body, headers)
    expect(await ask(ana, method, path, body, headers)).toEqual(first)
    return first
  }
  const made = await twice('POST', SECTIONS, { type: 'text', title: 'Once' })
  expect(made.status).toBe(201)
  expect(await titles(ana)).toEqual(['Once'])
  expect((await twice('PATCH', sectionPath(made.body), { title: 'Two' })).status).toBe(200)
  expect((await twice('DELETE', sectionPath(made.body))).status).toBe(204)
})

test('who keeps public pages in memory is told of each change, and of nothing that is refused', async () => {
  const ana = await signUp(server)
  const pages = await watchPageNotices(server)
  const a = await addSection(ana, { title: 'A' })
  expect(await pages.sofar()).toEqual([ana.uuid])
  const b = await addSection(ana, { title: 'B' })
  await pages.sofar()
  for (const change of [
    () => editSection(ana, a, { title: 'Z' }),
    () => editSection(ana, a, { position: 1 }),
    () => order(ana, [a, b]),
    () => ask(ana, 'PUT', sectionPath(a), { type: 'social' }),
    () => ask(ana, 'DELETE', sectionPath(a)),
  ]) {
    expect((await change()).status).toBeLessThan(300)
    expect(await pages.sofar()).toEqual([ana.uuid])
  }
  await editSection(ana, b, { title: null })
  await readSection(ana, b)
  expect(await pages.sofar()).toEqual([])
  pages.stop()
})
