import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCollection,
  addSmart,
  ask,
  changedCollections,
  EVERY_LINK,
  ids,
  listCollections,
  readCollection,
} from '#support/server/links/collections.ts'
import { addSection, editSection, ORDER, sectionPath } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** Returns a function that reads the collections changed since its last call, with their titles. */
async function follower(person: Person) {
  let { cursor } = await listCollections(person)
  return async () => {
    const delta = await changedCollections(person, cursor)
    cursor = delta.cursor
    return Object.fromEntries(delta.results.map((one) => [one.name, one.section_title]))
  }
}

const shows = (...collections: { uuid: string }[]) => ({
  type: 'collections',
  collections: ids(collections),
})

test('a collection says the title of the section that shows it, and copies learn of it (R-255, D-39)', async () => {
  const ana = await signUp(server)
  const [lamps, sofas, all] = [
    await addCollection(ana, 'Lamps'),
    await addCollection(ana, 'Sofas'),
    await addSmart(ana, 'All', EVERY_LINK),
  ]
  const next = await follower(ana)
  const section = await addSection(ana, { title: 'Picks', ...shows(lamps, all) })
  expect(await next()).toEqual({ Lamps: 'Picks', All: 'Picks' })
  expect((await readCollection(ana, lamps)).section_title).toBe('Picks')
  expect((await readCollection(ana, sofas)).section_title).toBeNull()
  await editSection(ana, section, { title: 'Best' })
  expect(await next()).toEqual({ Lamps: 'Best', All: 'Best' })
  await editSection(ana, section, shows(sofas, lamps))
  expect(await next()).toEqual({ All: null, Sofas: 'Best' })
  await editSection(ana, section, { is_visible: false })
  expect(await next()).toEqual({ Lamps: null, Sofas: null })
  await editSection(ana, section, { is_visible: true })
  expect(await next()).toEqual({ Lamps: 'Best', Sofas: 'Best' })
  await editSection(ana, section, { layout: 'list' })
  await addSection(ana, { title: 'Empty', type: 'text' })
  expect(await next()).toEqual({})
  await ask(ana, 'DELETE', sectionPath(section))
  expect(await next()).toEqual({ Lamps: null, Sofas: null })
})

test('of two sections it is the first one of the page that has a title (R-255)', async () => {
  const ana = await signUp(server)
  const lamps = await addCollection(ana, 'Lamps')
  const next = await follower(ana)
  const one = await addSection(ana, { title: 'One', ...shows(lamps) })
  const two = await addSection(ana, { title: 'Two', ...shows(lamps) })
  expect(await next()).toEqual({ Lamps: 'One' })
  await ask(ana, 'PATCH', ORDER, { ids: [two.id, one.id] })
  expect(await next()).toEqual({ Lamps: 'Two' })
  await editSection(ana, two, { title: '' })
  expect(await next()).toEqual({ Lamps: 'One' })
  await editSection(ana, one, { type: 'social' })
  expect(await next()).toEqual({ Lamps: null })
})

test('titles are a person’s own', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const lamps = await addCollection(ana, 'Lamps')
  const next = await follower(ana)
  await addSection(ben, { title: 'Of Ben', ...shows(await addCollection(ben, 'Lamps')) })
  expect(await next()).toEqual({})
  expect((await readCollection(ana, lamps)).section_title).toBeNull()
})
