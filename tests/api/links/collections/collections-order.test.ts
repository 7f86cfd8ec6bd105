import { expect, test } from 'vitest'
import { ask } from '#support/server/asking.ts'
import {
  addCollection,
  changeMembers,
  COLLECTIONS,
  ids,
  listCollections,
  listMembers,
  membersPath,
  names,
} from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator()

/** Creates a collection of four links, and functions that order, add and read them by letter. */
async function fourLinks(name: string) {
  const letters = new Map<string, string>()
  const add = async (letter: string) => letters.set(letter, (await addLink(ana)).uuid)
  for (const letter of 'abcd') await add(letter)
  const uuids = (order: string) => order.split('').map((letter) => letters.get(letter) ?? '')
  const collection = await addCollection(ana, name)
  const members = uuids('abcd').map((uuid) => ({ uuid }))
  await changeMembers(ana, 'POST', collection, members)
  return {
    collection,
    add,
    uuids,
    order: (order: string, base?: string) =>
      ask(ana, 'PATCH', membersPath(collection), {
        uuids: uuids(order),
        ...(base && { base: uuids(base) }),
      }),
    read: async () => {
      const held = ids((await listMembers(ana, collection)).results)
      const letterOf = new Map([...letters].map(([letter, uuid]) => [uuid, letter]))
      return held.map((uuid) => letterOf.get(uuid)).join('')
    },
  }
}

test('an order made offline keeps what another device has moved since (D-75, R-242)', async () => {
  const { order, read } = await fourLinks('Moved twice')
  await order('bcda', 'abcd')
  expect(await read()).toBe('bcda')
  // The other device had the order abcd and moved d to the front.
  expect((await order('dabc', 'abcd')).status).toBe(200)
  expect(await read()).toBe('dbca')
})

test('a reorder keeps links that were added or removed on another device meanwhile', async () => {
  const { collection, order, read, add, uuids } = await fourLinks('Changed meanwhile')
  await add('e')
  await changeMembers(ana, 'POST', collection, [{ uuid: uuids('e')[0] ?? '' }])
  await changeMembers(ana, 'DELETE', collection, [{ uuid: uuids('b')[0] ?? '' }])
  await order('dabc', 'abcd')
  expect(await read()).toBe('dace')
  // The same request is repeated, as after a lost response.
  await order('dabc', 'abcd')
  expect(await read()).toBe('dace')
})

test('a reorder without a base order only swaps the named links', async () => {
  const { order, read } = await fourLinks('As before')
  await order('bcda')
  await order('dabc')
  expect(await read()).toBe('dabc')
})

test('the base order must be a list of ids', async () => {
  const { collection, uuids } = await fourLinks('Refused')
  const wrong = { uuids: uuids('ab'), base: ['not an id'] }
  expect((await ask(ana, 'PATCH', membersPath(collection), wrong)).status).toBe(400)
})

test('collections are ordered by two devices in the same way (D-75)', async () => {
  const ben = await signUp(server)
  const made = [await addCollection(ben, 'C'), await addCollection(ben, 'B')]
  const [c, b, a] = ids([...made, await addCollection(ben, 'A')])
  const order = (wanted: unknown[], base: unknown[]) =>
    ask(ben, 'PATCH', `${COLLECTIONS}order/`, { uuids: wanted, base })
  await order([b, c, a], [a, b, c])
  await order([c, a, b], [a, b, c])
  expect(names((await listCollections(ben)).results)).toEqual(['C', 'B', 'A'])
})
