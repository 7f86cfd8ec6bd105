import { expect, test } from 'vitest'
import { ask } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  changedCollections,
  EVERY_LINK,
  ids,
  listCollections,
  readCollection,
} from '#support/server/links/collections.ts'
import { addSection, editSection, ORDER, sectionPath } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

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

test('a collection has the title of its section, which is in the delta (R-255, D-39)', async () => {
  const ana = await signUp(server)
  const [lamps, sofas] = [await addCollection(ana, 'Lamps'), await addCollection(ana, 'Sofas')]
  const all = await addSmart(ana, 'All', EVERY_LINK)
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

test('with two sections, the title of the first one with a title counts (R-255)', async () => {
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

test('titles of another person’s sections do not count', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const lamps = await addCollection(ana, 'Lamps')
  const next = await follower(ana)
  await addSection(ben, { title: 'Of Ben', ...shows(await addCollection(ben, 'Lamps')) })
  expect(await next()).toEqual({})
  expect((await readCollection(ana, lamps)).section_title).toBeNull()
})
