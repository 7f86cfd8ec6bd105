import { expect, test } from 'vitest'
import { MAX_COLLECTIONS } from '#contract/limits.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  collectionPath,
  COLLECTIONS,
  editCollection,
  EVERY_LINK,
  listCollections,
  readCollection,
  REGULAR,
  SMART,
} from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator()

const TAKEN = fieldError('name', 'You already have a collection with this name.')

test('another person’s collection is a 404 with an empty body on every route (R-232)', async () => {
  const eve = await signUp(server)
  const link = await addLink(eve)
  const mine = await addCollection(ana, 'Nobody else’s')
  const ruled = await addSmart(ana, 'Nobody else’s rule', EVERY_LINK)
  const isMissing = async (method: string, path: string, body?: object) =>
    expect(await ask(eve, method, path, body), `${method} ${path}`).toEqual({
      status: 404,
      body: {},
    })
  const own = [`${REGULAR}${mine.uuid}/`, `${SMART}${ruled.uuid}/`]
  for (const path of [...own, collectionPath(mine), collectionPath(ruled)]) {
    await isMissing('GET', path)
    await isMissing('PATCH', path, { name: 'Eve’s' })
    if (own.includes(path)) await isMissing('PUT', path, { name: 'Eve’s', rule: EVERY_LINK })
    await isMissing('DELETE', path)
    await isMissing('GET', `${path}links/`)
    for (const method of ['POST', 'DELETE', 'PATCH'])
      await isMissing(method, `${path}links/`, { uuids: [link.uuid] })
  }
  expect(await readCollection(ana, mine)).toEqual(mine)
  expect(await readCollection(ana, ruled)).toEqual(ruled)
  expect((await listCollections(eve)).results).toEqual([])
  expect((await listCollections(eve, '?q=nobody')).count).toBe(0)
})

test('a name is required and unique without regard to case (R-237, A-049, A-053)', async () => {
  const empty = fieldError('name', 'Enter a name.')
  const mine = await addCollection(ana, 'Über Lamps')
  const smart = { rule: EVERY_LINK }
  for (const path of [REGULAR, SMART]) {
    expect(await ask(ana, 'POST', path, { name: '  ', ...smart })).toEqual(empty)
    for (const name of ['Über Lamps', ' über LAMPS ', 'ÜBER lamps']) {
      expect(await ask(ana, 'POST', path, { name, ...smart })).toEqual(TAKEN)
    }
    for (const name of [undefined, null, 7, ['x'], 'x'.repeat(121)])
      await expectRefused(ask(ana, 'POST', path, { name, ...smart }), 'name', name)
  }
  const other = await addCollection(ana, 'Other')
  expect(await editCollection(ana, other, { name: 'über lamps' })).toEqual(TAKEN)
  expect(await editCollection(ana, other, { name: '' })).toEqual(empty)
  expect((await readCollection(ana, other)).name).toBe('Other')
  expect((await editCollection(ana, mine, { name: 'ÜBER LAMPS' })).body.name).toBe('ÜBER LAMPS')
  await addCollection(await signUp(server), 'Über Lamps')
})

test('wrong types are refused by field and change nothing (A-045, A-049)', async () => {
  const mine = await addCollection(ana, 'Typed')
  const wrong: [string, unknown][] = [
    ['layout', 'wall'],
    ['layout', null],
    ['layout', 1],
    ['image_upload_id', '7'],
    ['image_upload_id', []],
    ['image_params', 'all'],
    ['image_params', { x1: 'a', y1: 0, x2: 1, y2: 1 }],
    ['name', {}],
  ]
  for (const [field, value] of wrong) {
    await expectRefused(editCollection(ana, mine, { [field]: value }), field, value)
    await expectRefused(ask(ana, 'POST', REGULAR, { name: 'Never', [field]: value }), field, value)
  }
  for (const body of [[], 'x', 7]) {
    expect((await ask(ana, 'POST', REGULAR, body)).status).toBe(400)
  }
  for (const uuids of [undefined, [], 'x', ['x']])
    await expectRefused(ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids }), 'uuids', uuids)
  expect(await readCollection(ana, mine)).toEqual(mine)
  expect((await listCollections(ana, '?q=never')).count).toBe(0)
})

test('SQL and HTML in a name and a rule stay text', async () => {
  const text = `'); drop table collections; -- <img src=x onerror="alert(1)"> \\ $1 {{7*7}} %`
  const mine = await addCollection(ana, text)
  const ruled = await addSmart(ana, `${text} too`, { tags: [text.slice(0, 50).trim()] })
  expect((await readCollection(ana, mine)).name).toBe(text)
  expect((await readCollection(ana, ruled)).rule?.tags).toEqual([text.slice(0, 50).trim()])
  const { results } = await listCollections(ana, `?q=${encodeURIComponent(text)}`)
  expect(results.map(({ uuid }) => uuid)).toEqual([ruled.uuid, mine.uuid])
  expect((await addCollection(ana, 'Nul\u0000l')).name).toBe('Null')
})

test('of several simultaneous collections with one name, exactly one is created (A-049)', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? ask(ana, 'POST', REGULAR, { name: 'Contested' })
        : ask(ana, 'POST', SMART, { name: 'CONTESTED', rule: EVERY_LINK }),
    ),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of made.filter(({ status }) => status !== 201)) expect(answer).toEqual(TAKEN)
  const [a, b] = [await addCollection(ana, 'First'), await addCollection(ana, 'Second')]
  const renamed = await Promise.all(
    [a, b].map((collection) => editCollection(ana, collection, { name: 'Wanted' })),
  )
  expect(renamed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(renamed.filter(({ status }) => status !== 200)).toEqual([TAKEN])
})

test('a repeated write with the same key is done once and gets the same answer', async () => {
  const ben = await signUp(server)
  const link = await addLink(ben)
  const twice = async (method: string, path: string, body?: unknown) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await ask<{ uuid: string }>(ben, method, path, body, headers)
    expect(await ask(ben, method, path, body, headers)).toEqual(first)
    return first
  }
  const made = await twice('POST', REGULAR, { name: 'Once' })
  expect(made.status).toBe(201)
  const uuids = { uuids: [link.uuid] }
  expect((await twice('POST', `${collectionPath(made.body)}links/`, uuids)).status).toBe(200)
  expect((await twice('POST', REGULAR, { name: 'once' })).status).toBe(400)
  expect((await twice('DELETE', collectionPath(made.body))).status).toBe(204)
  expect((await listCollections(ben)).count).toBe(0)
})

test('one person has a maximum number of collections', async () => {
  const ben = await signUp(server)
  await server.deps.sql`
    insert into collections (user_id, kind, name)
    select ${ben.uuid}, 'regular', 'n' || n from generate_series(1, ${MAX_COLLECTIONS}) as n`
  const full = fieldError('non_field_errors', `You can have ${MAX_COLLECTIONS} collections.`)
  expect(await ask(ben, 'POST', REGULAR, { name: 'One more' })).toEqual(full)
})
