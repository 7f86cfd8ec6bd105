import { expect, test } from 'vitest'
import { MAX_PAGE_COLLECTIONS, MAX_PAGE_LINKS, MAX_SECTIONS } from '#contract/limits.ts'
import type { Section } from '#contract/page/pages.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { addLink, storeLinks } from '#support/server/links.ts'
import {
  addSection,
  createSection,
  editSection,
  watchPageNotices,
  listSections,
  ORDER,
  readSection,
  SECTIONS,
  sectionPath,
  titles,
} from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const NONE = { status: 404, body: {} }
const order = (person: Person, sections: { id: number }[]) =>
  ask(person, 'PATCH', ORDER, { ids: sections.map(({ id }) => id) })

test('sections of another person are a 404 (A-065)', async () => {
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

test('collections and links of others are refused like unknown ones (A-064)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const mine = [(await addLink(ana)).uuid]
  const section = await addSection(ana, { type: 'links', links: mine })
  const unknownLink = fieldError('links', 'This link does not exist.')
  const unknownCollection = fieldError('collections', 'This collection does not exist.')
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
    await expectRefused(editSection(ana, section, { [field]: value }), field, value)
    await expectRefused(createSection(ana, { type: 'text', [field]: value }), field, value)
  }
  const typeless = fieldError('type', 'This field is required.')
  expect(await createSection(ana, { title: 'Typeless' })).toEqual(typeless)
  expect(await listSections(ana)).toMatchObject({ results: [section], count: 1 })
})

test('a page has a maximum number of links, collections and sections', async () => {
  const ana = await signUp(server)
  const links = (await storeLinks(server, ana, MAX_PAGE_LINKS)).map(({ id }) => id)
  const full = await addSection(ana, { type: 'links', links })
  expect(full.link_count).toBe(MAX_PAGE_LINKS)
  const more = { type: 'links', links: links.slice(0, 1) }
  const noMoreLinks = fieldError('links', `A page can show ${MAX_PAGE_LINKS} links.`)
  expect(await createSection(ana, more)).toEqual(noMoreLinks)
  await editSection(ana, full, { links: links.slice(1) })
  expect((await createSection(ana, more)).status).toBe(201)
  const collections = await server.deps.sql<{ id: string }[]>`
    insert into collections (user_id, kind, name)
    select ${ana.uuid}, 'regular', 'Collection ' || n from generate_series(0, ${MAX_PAGE_COLLECTIONS}) as n
    returning id`
  const [first = '', ...others] = collections.map(({ id }) => id)
  await addSection(ana, { type: 'collections', collections: others })
  const ceiling = `A page can show ${MAX_PAGE_COLLECTIONS} collections.`
  const one = { type: 'collections', collections: [first] }
  expect(await createSection(ana, one)).toEqual(fieldError('collections', ceiling))
  const { count } = await listSections(ana)
  await server.deps.sql`
    insert into sections (user_id, type, position)
    select ${ana.uuid}, 'text', n from generate_series(${count}::int, ${MAX_SECTIONS - 1}) as n`
  const expected = fieldError('non_field_errors', `A page can have ${MAX_SECTIONS} sections.`)
  expect(await createSection(ana, { type: 'text' })).toEqual(expected)
})

test('edits of different fields are merged, an edit of the same field is a conflict (A-065)', async () => {
  const ana = await signUp(server)
  const [a, b] = [await addLink(ana), await addLink(ana)].map(({ uuid }) => uuid)
  const section = await addSection(ana, { type: 'links', title: 'Old', links: [a, b] })
  const base = { title: 'Old', links: [a, b] }
  await editSection(ana, section, { title: 'Phone' })
  const whole = { title: 'Old', links: [b, a], base }
  const latest = { title: 'Phone', links: [b, a] }
  expect((await editSection(ana, section, whole)).body).toMatchObject(latest)
  const late = await editSection(ana, section, { title: 'Desk', links: [a], base })
  const conflict = { fields: ['title', 'links'], latest }
  expect(late).toMatchObject({ status: 409, body: { conflict } })
})

test('a repeated write with the same key is done once and gets the same answer', async () => {
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

test('servers with cached pages are notified of each change, but not of refused ones', async () => {
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
