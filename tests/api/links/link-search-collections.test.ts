import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCollection } from '#support/server/links/collections.ts'
import { addLink, editLink, LINKS, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

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

test('sixty names are the same statements as two', async () => {
  const statements = watchStatements()
  const asked = async (count: number) => {
    statements.forget()
    await found(
      ana,
      Array.from({ length: count }, (_, n) => `Shelf ${n}`),
    )
    return statements.texts()
  }
  const few = await asked(2)
  expect(few.length).toBeGreaterThan(2)
  expect(await asked(60)).toEqual(few)
  statements.stop()
})

test('more names than anybody has a use for are refused at the field', async () => {
  const regular_collection_names = Array.from({ length: 81 }, (_, n) => `Shelf ${n}`)
  const refused = await ana.send('POST', `${LINKS}search/`, { regular_collection_names })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { errors: { regular_collection_names: ['Give at most 80 of these.'] } },
  ])
})
