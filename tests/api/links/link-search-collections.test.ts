import { expect, test } from 'vitest'
import { ask, fieldError } from '#support/server/asking.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { addLink, editLink, LINKS, search } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'

const { server, ana } = await startWithCreator()

const found = async (person: Person, regular_collection_names: string[], more: object = {}) =>
  (await search(person, { regular_collection_names, ...more })).results.map(({ uuid }) => uuid)

test('collections: links that are in all of them, by names without case (A-025)', async () => {
  for (const name of ['Lamps', 'Sofas', 'Rugs']) await addCollection(ana, name)
  const [both, one, none] = [await addLink(ana), await addLink(ana), await addLink(ana)]
  await editLink(ana, both, { regular_collection_names: ['Lamps', 'Sofas'], name: 'Both' })
  await editLink(ana, one, { regular_collection_names: ['Lamps'] })
  expect(await found(ana, [])).toEqual([none.uuid, one.uuid, both.uuid])
  expect(await found(ana, ['Lamps'])).toEqual([one.uuid, both.uuid])
  expect(await found(ana, ['lamps', 'SOFAS'])).toEqual([both.uuid])
  expect(await found(ana, ['Lamps', 'lamps', 'LAMPS'])).toEqual([one.uuid, both.uuid])
  expect(await found(ana, ['Lamps', 'Rugs'])).toEqual([])
  expect(await found(ana, ['Lamps', 'Nothing'])).toEqual([])
  expect(await found(ana, [''])).toEqual([])
  expect(await found(ana, ['Lamps'], { q: 'both' })).toEqual([both.uuid])
  const eve = await signUp(server)
  await addLink(eve)
  expect(await found(eve, ['Lamps'])).toEqual([])
})

const shelves = (count: number) => Array.from({ length: count }, (_, n) => `Shelf ${n}`)

test('sixty names need as many queries as two', async () => {
  const statements = watchStatements()
  const asked = async (count: number) => {
    statements.forget()
    await found(ana, shelves(count))
    return statements.texts()
  }
  const few = await asked(2)
  expect(few.length).toBeGreaterThan(2)
  expect(await asked(60)).toEqual(few)
  statements.stop()
})

test('more than 80 names are refused on the field', async () => {
  const names = { regular_collection_names: shelves(81) }
  const refused = fieldError('regular_collection_names', 'Send at most 80 of these.')
  expect(await ask(ana, 'POST', `${LINKS}search/`, names)).toEqual(refused)
})
