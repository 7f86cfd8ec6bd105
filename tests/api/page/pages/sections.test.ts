import * as v from 'valibot'
import { expect } from 'vitest'
import { MAX_SECTIONS } from '#contract/limits.ts'
import { PredefinedSections, Section, SectionPage } from '#contract/page/pages.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { addCollection, addSmart, EVERY_LINK } from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import {
  addPage,
  addSection,
  addSections,
  createSection,
  editSection,
  listSections,
  ORDER,
  readSection,
  sectionPath,
  titles,
} from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

type Three = [Section, Section, Section]
const NONE = { status: 404, body: {} }
const order = (person: Person, sections: { id: number }[]) =>
  ask<SectionPage>(person, 'PATCH', ORDER, { ids: sections.map(({ id }) => id) })

test('a section is created with every field of the contract, and can be read (R-343, R-344, R-379, A-064)', async () => {
  const ana = await signUp(server)
  const { status, body } = await createSection(ana, { type: 'social', title: ' Find me ' })
  expect(status).toBe(201)
  expect(v.parse(v.strictObject(Section.entries), body)).toEqual(body)
  expect(body).toEqual({
    id: body.id,
    title: 'Find me',
    type: 'social',
    layout: 'grid',
    position: 0,
    is_visible: true,
    collections: [],
    links: [],
    text: '',
    link_count: 0,
    image_urls: [],
  })
  expect(await readSection(ana, body)).toEqual({ status: 200, body })
})

test('each type keeps what it shows, in its order, and nothing else (D-39)', async ({ ana }) => {
  const links = [await addLink(ana), await addLink(ana)].map(({ uuid }) => uuid)
  const lamps = await addCollection(ana, 'Lamps')
  const ruled = await addSmart(ana, 'Ruled', EVERY_LINK)
  const all = {
    collections: [ruled.uuid, lamps.uuid.toUpperCase(), ruled.uuid],
    links: [links[1], links[0], links[1]],
    text: 'Hello.\nI am Ana.',
  }
  const kept = async (type: string) => {
    const { collections, links: shown, text } = await addSection(ana, { ...all, type })
    return { collections, links: shown, text }
  }
  const none = { collections: [], links: [], text: '' }
  expect(await kept('collections')).toEqual({ ...none, collections: [ruled.uuid, lamps.uuid] })
  expect(await kept('links')).toEqual({ ...none, links: [links[1], links[0]] })
  expect(await kept('social')).toEqual(none)
  expect(await kept('text')).toEqual({ ...none, text: all.text })
  const changed = await addSection(ana, { ...all, type: 'links' })
  expect((await editSection(ana, changed, { type: 'text' })).body).toMatchObject(none)
})

test('sections are listed in the order of the page (R-342, A-063)', async ({ ana, ben }) => {
  await addSection(ben, { title: 'Of Ben' })
  expect(await listSections(ana)).toEqual({ results: [], next: null, count: 0 })
  await addSections(ana, 'C', 'D')
  await addSection(ana, { title: 'A', position: 0 })
  await addSection(ana, { title: 'B', position: 1 })
  await addSection(ana, { title: 'E', position: MAX_SECTIONS })
  expect(await titles(ana)).toEqual(['A', 'B', 'C', 'D', 'E'])
  const found = await listSections(ana)
  expect(v.parse(v.strictObject(SectionPage.entries), found)).toEqual(found)
  expect(found).toMatchObject({ next: null, count: 5 })
  const first = await listSections(ana, '?page_size=2')
  expect(first.results.map(({ title }) => title)).toEqual(['A', 'B'])
  const { body } = await ask<SectionPage>(ana, 'GET', first.next ?? '')
  expect(body.results.map(({ title }) => title)).toEqual(['C', 'D'])
})

test('sections created before the page belong to it (A-063)', async ({ ana }) => {
  const early = await addSection(ana, { title: 'Early' })
  const page = await addPage(ana)
  const late = await addSection(ana, { title: 'Late' })
  const rows = await server.deps.sql`
    select id, page_id from sections where user_id = ${ana.uuid} order by id`
  expect([...rows]).toEqual([
    { id: early.id, page_id: page.id },
    { id: late.id, page_id: page.id },
  ])
})

test('PATCH changes the named fields of a section (R-346, A-065)', async ({ ana }) => {
  const a = await addSection(ana, { title: 'A', text: 'Kept' })
  await addSections(ana, 'B', 'C')
  const { status, body } = await editSection(ana, a, { title: 'Z', is_visible: false, position: 1 })
  expect(status).toBe(200)
  expect(body).toEqual({ ...a, title: 'Z', is_visible: false, position: 1 })
  expect(await titles(ana)).toEqual(['B', 'Z', 'C'])
  await editSection(ana, a, { position: MAX_SECTIONS })
  expect(await titles(ana)).toEqual(['B', 'C', 'Z'])
  await editSection(ana, a, { position: 0 })
  expect(await titles(ana)).toEqual(['Z', 'B', 'C'])
  expect((await editSection(ana, a, {})).body).toEqual({ ...body, position: 0 })
})

test('PUT replaces all of a section but its position (R-345, A-065)', async ({ ana }) => {
  await addSection(ana, { title: 'First' })
  const link = await addLink(ana)
  const shown = { type: 'links', links: [link.uuid], layout: 'list' }
  const section = await addSection(ana, { ...shown, title: 'Links', is_visible: false })
  const { status, body } = await ask<Section>(ana, 'PUT', sectionPath(section), { type: 'social' })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...section,
    type: 'social',
    title: '',
    layout: 'grid',
    is_visible: true,
    links: [],
    link_count: 0,
    image_urls: [],
  })
  expect(body.position).toBe(1)
  const moved = await ask<Section>(ana, 'PUT', sectionPath(section), { type: 'text', position: 0 })
  expect(moved.body).toMatchObject({ type: 'text', position: 0 })
  const typeless = fieldError('type', 'This field is required.')
  expect(await ask(ana, 'PUT', sectionPath(section), { title: 'Typeless' })).toEqual(typeless)
})

test('a deleted section is gone, and the others move up (R-347, A-065)', async ({ ana }) => {
  const [, b] = (await addSections(ana, 'A', 'B', 'C')) as Three
  expect(await ask(ana, 'DELETE', sectionPath(b))).toEqual({ status: 204, body: null })
  expect(await titles(ana)).toEqual(['A', 'C'])
  expect(await readSection(ana, b)).toEqual(NONE)
  expect(await ask(ana, 'DELETE', sectionPath(b))).toEqual(NONE)
})

test('sections are reordered, and unnamed ones keep their places', async ({ ana, ben }) => {
  const [a, b, c] = (await addSections(ana, 'A', 'B', 'C')) as Three
  const foreign = await addSection(ben, { title: 'Of Ben' })
  const { status, body } = await order(ana, [c, a, b])
  expect(status).toBe(200)
  expect(body.results.map(({ title }) => title)).toEqual(['C', 'A', 'B'])
  expect(body).toEqual(await listSections(ana))
  await order(ana, [foreign, b, c])
  expect(await titles(ana)).toEqual(['B', 'A', 'C'])
  expect((await readSection(ben, foreign)).body).toEqual(foreign)
  for (const ids of [undefined, [], 'x', [0], ['1'], Array(MAX_SECTIONS + 1).fill(1)])
    await expectRefused(ask(ana, 'PATCH', ORDER, { ids }), 'ids', ids)
})

test('a section can be created from four templates (R-348, R-380, A-066)', async ({ ana }) => {
  const { body } = await ask<PredefinedSectionList>(ana, 'GET', '/v2/my/predefined-sections/')
  expect(v.parse(PredefinedSections, body)).toEqual(body)
  expect(body.results.map(({ title, type, layout }) => [title, type, layout])).toEqual([
    ['Shop my picks', 'collections', 'grid'],
    ['New in', 'collections', 'post'],
    ['Start here', 'links', 'list'],
    ['Find me on', 'social', 'list'],
  ])
  for (const { id, title, type, layout } of body.results) {
    const made = await addSection(ana, { predefined_section_id: id, type: undefined })
    expect(made).toMatchObject({ title, type, layout })
  }
  const own = { predefined_section_id: 3, type: undefined, title: 'Begin', layout: 'grid' }
  const begun = { title: 'Begin', type: 'links', layout: 'grid' }
  expect(await addSection(ana, own)).toMatchObject(begun)
  const none = fieldError('predefined_section_id', 'This template does not exist.')
  expect(await createSection(ana, { predefined_section_id: 5 })).toEqual(none)
})
type PredefinedSectionList = v.InferOutput<typeof PredefinedSections>

test('sections added at the same time get different positions', async ({ ana }) => {
  const letters = ['A', 'B', 'C', 'D', 'E', 'F']
  const made = await Promise.all(
    letters.map((title) => createSection(ana, { type: 'text', title, position: 0 })),
  )
  expect(made.map(({ status }) => status)).toEqual(letters.map(() => 201))
  expect((await titles(ana)).toSorted()).toEqual(letters)
})
