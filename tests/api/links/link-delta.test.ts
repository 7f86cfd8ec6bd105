import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nextChange } from '../../../server/platform/db/changes.ts'
import { links } from '../../../server/platform/db/schema.ts'
import { addLink, changes, editLink, LINKS, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { clickOn } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const ids = (answer: { results: { uuid: string }[] }) => answer.results.map(({ uuid }) => uuid)
const byId = (a: { uuid: string }, b: { uuid: string }) => a.uuid.localeCompare(b.uuid)
const HIDDEN = '?is_hidden=true'

test('what changed since a cursor, and only that', async () => {
  const ana = await signUp(server)
  const [kept, edited] = [await addLink(ana), await addLink(ana)]
  const { cursor } = await search(ana)
  await editLink(ana, edited, { name: 'Edited' })
  const added = await addLink(ana)
  const delta = await changes(ana, cursor)
  expect(delta).toMatchObject({ removed: [], has_more: false, complete: true })
  expect(ids(delta)).toEqual([edited.uuid, added.uuid])
  expect(delta.results[0]?.name).toBe('Edited')
  expect(ids(delta)).not.toContain(kept.uuid)
  expect(ids(await changes(ana, delta.cursor))).toEqual([])
})

test('nothing changed: an answer below half a kilobyte, no write, the same cursor', async () => {
  const ana = await signUp(server)
  await addLink(ana)
  const { cursor } = await search(ana)
  const before = await server.deps.sql`select xmin, change_seq from users where id = ${ana.uuid}`
  const response = await ana.send('POST', `${LINKS}search/`, { since: cursor })
  const text = await response.text()
  expect(text.length).toBeLessThan(512)
  expect(JSON.parse(text)).toEqual({
    results: [],
    removed: [],
    cursor,
    has_more: false,
    complete: true,
  })
  const after = await server.deps.sql`select xmin, change_seq from users where id = ${ana.uuid}`
  expect([...after]).toEqual([...before])
})

test('a hidden link leaves one list and joins the other, and back', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const shown = (await search(ana)).cursor
  const hidden = (await search(ana, {}, HIDDEN)).cursor
  await editLink(ana, link, { is_hidden: true })
  expect(await changes(ana, shown)).toMatchObject({ results: [], removed: [link.uuid] })
  const joined = await changes(ana, hidden, HIDDEN)
  expect(joined).toMatchObject({ results: [{ uuid: link.uuid }], removed: [] })
  await editLink(ana, link, { is_hidden: false })
  expect(await changes(ana, joined.cursor, HIDDEN)).toMatchObject({
    results: [],
    removed: [link.uuid],
  })
  expect(await changes(ana, shown)).toMatchObject({ results: [{ uuid: link.uuid }], removed: [] })
})

test('clones, bulk tags, clicks and readings of the page are changes too', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  let { cursor } = await search(ana)
  const next = async () => {
    const delta = await changes(ana, cursor)
    cursor = delta.cursor
    return ids(delta)
  }
  await ana.send('PATCH', LINKS, { uuids: [link.uuid], tags: ['a'] })
  expect(await next()).toEqual([link.uuid])
  await ana.send('PATCH', LINKS, { uuids: [link.uuid], tags: ['a'] })
  expect(await next()).toEqual([])
  await ana.send('POST', `${LINKS}${link.uuid}/clone/`)
  expect(await next()).toHaveLength(1)
  await server.deps.sql`update links set meta_progress = 100 where id = ${link.uuid}`
  await ana.send('POST', `${LINKS}${link.uuid}/extract/`)
  expect(await next()).toEqual([link.uuid])
})

test('a cursor that is not one of this list is answered with complete: false', async () => {
  const [ana, eve] = [await signUp(server), await signUp(server)]
  await addLink(ana)
  const { cursor } = await search(ana)
  const eves = (await search(eve)).cursor
  const [prefix] = cursor.split(/:(?=\d+:)/)
  for (const since of [
    '',
    'nonsense',
    eves,
    `${prefix}:999999:`,
    `${prefix}:-1:`,
    `${prefix}:1:not-a-uuid`,
    `${prefix}:1:' or 1=1`,
    cursor.replace(/^\d+/, '0'),
    '\u0000',
  ]) {
    const delta = await changes(ana, since)
    expect(delta, since).toEqual({
      results: [],
      removed: [],
      cursor: '',
      has_more: false,
      complete: false,
    })
  }
  expect((await changes(ana, cursor, HIDDEN)).complete).toBe(false)
})

test('many changes come in parts, each link once, though many share one number', async () => {
  const ana = await signUp(server)
  let { cursor } = await search(ana)
  await server.deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, ana.uuid)
    const rows = Array.from({ length: 250 }, (_, i) => ({
      userId: ana.uuid,
      shortCode: `many-${i}`,
      name: `${i}`,
      url: 'https://a.example/',
      host: 'a.example',
      changeSeq,
    }))
    await tx.insert(links).values(rows)
  })
  const seen: string[] = []
  for (let part = 0; ; part++) {
    const delta = await changes(ana, cursor)
    seen.push(...ids(delta))
    cursor = delta.cursor
    expect(delta.results.length).toBeLessThanOrEqual(100)
    if (!delta.has_more) break
  }
  expect(seen).toHaveLength(250)
  expect(new Set(seen).size).toBe(250)
  expect(ids(await changes(ana, cursor))).toEqual([])
})

test('clicked links are in it too, in parts, each once, with their clicks', async () => {
  const ana = await signUp(server)
  const rows = Array.from({ length: 150 }, (_, i) => ({
    userId: ana.uuid,
    shortCode: `clicked-${i}`,
    name: `${i}`,
    url: 'https://a.example/',
    host: 'a.example',
  }))
  const stored = await server.deps.db.insert(links).values(rows).returning()
  const edited = await addLink(ana)
  let { cursor } = await search(ana)
  await editLink(ana, edited, { name: 'Edited' })
  for (const link of stored) server.deps.clicks.record(clickOn(link))
  const seen: { uuid: string; clicks: number }[] = []
  for (let hasMore = true; hasMore;) {
    const delta = await changes(ana, cursor)
    seen.push(...delta.results.map((link) => ({ uuid: link.uuid, clicks: link.lifetime_clicks })))
    ;({ cursor, has_more: hasMore } = delta)
  }
  const expected = [
    { uuid: edited.uuid, clicks: 0 },
    ...stored.map(({ id }) => ({ uuid: id, clicks: 1 })).sort(byId),
  ]
  expect(seen).toEqual(expected)
  expect(ids(await changes(ana, cursor))).toEqual([])
  const [clicked] = stored
  if (clicked) server.deps.clicks.record(clickOn(clicked, { remote: '203.0.113.2' }))
  const { results } = await changes(ana, cursor)
  expect(results).toMatchObject([{ uuid: clicked?.id, lifetime_clicks: 2 }])
})

test('a change that is committed late is not passed over', async () => {
  const ana = await signUp(server)
  const [slow, quick] = [await addLink(ana), await addLink(ana)]
  let { cursor } = await search(ana)
  const during = await server.deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, ana.uuid)
    await tx.update(links).set({ name: 'slow', changeSeq }).where(eq(links.id, slow.uuid))
    // The quick edit starts later and would finish first if versions were not assigned in order.
    const quickEdit = editLink(ana, quick, { name: 'quick' })
    await vi.waitFor(async () => {
      const waiting = await server.deps.sql`select 1 from pg_locks where not granted`
      expect(waiting.length).toBeGreaterThan(0)
    })
    const delta = await changes(ana, cursor)
    expect(ids(delta)).toEqual([])
    cursor = delta.cursor
    return { quickEdit }
  })
  await during.quickEdit
  expect(ids(await changes(ana, cursor)).sort()).toEqual([slow.uuid, quick.uuid].sort())
})

test('a copy kept by deltas alone is the list, while many edit at once', async () => {
  const ana = await signUp(server)
  const made = await Promise.all(Array.from({ length: 10 }, () => addLink(ana)))
  const first = await search(ana, { page_size: 500 })
  const copy = new Map(first.results.map((link) => [link.uuid, link]))
  let cursor = first.cursor
  const editing = new AbortController()
  const follow = async () => {
    const delta = await changes(ana, cursor)
    for (const link of delta.results) copy.set(link.uuid, link)
    for (const uuid of delta.removed) copy.delete(uuid)
    cursor = delta.cursor
  }
  const following = (async () => {
    while (!editing.signal.aborted) await follow()
  })()
  await Promise.all(
    made.flatMap((link, i) => [
      editLink(ana, link, { name: `a${i}` }),
      editLink(ana, link, { is_hidden: i % 3 === 0 }),
      ana.send('POST', `${LINKS}${link.uuid}/clone/`),
      ana.send('PATCH', LINKS, { uuids: made.map(({ uuid }) => uuid), tags: [`t${i}`] }),
    ]),
  )
  editing.abort()
  await following
  await follow()
  const { results } = await search(ana, { page_size: 500 })
  expect([...copy.values()].sort(byId)).toEqual(results.sort(byId))
}, 60_000)

test('a filtered list has changes of its own', async () => {
  const ana: Person = await signUp(server)
  const link = await addLink(ana)
  const { cursor } = await search(ana, { q: 'lamp' })
  await editLink(ana, link, { name: 'Sofa', url: 'https://shop.example/sofa' })
  const response = await ana.send('POST', `${LINKS}search/`, { q: 'lamp', since: cursor })
  expect(await response.json()).toMatchObject({ results: [], removed: [link.uuid] })
})
