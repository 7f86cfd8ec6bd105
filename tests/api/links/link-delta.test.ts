import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { nextChange } from '../../../server/platform/db/changes.ts'
import { links } from '../../../server/platform/db/schema.ts'
import { ask } from '#support/server/asking.ts'
import { addLink, changes, editLink, LINKS, search, storeLinks } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { clickOn } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

const ids = (answer: { results: { uuid: string }[] }) => answer.results.map(({ uuid }) => uuid)
const byId = (a: { uuid: string }, b: { uuid: string }) => a.uuid.localeCompare(b.uuid)
const HIDDEN = '?is_hidden=true'

test('a delta contains only what changed since the cursor', async ({ ana }) => {
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

test('without changes a delta is below half a kilobyte, writes nothing and keeps the cursor', async () => {
  const ana = await signUp(server)
  await addLink(ana)
  const { cursor } = await search(ana)
  const state = () => server.deps.sql`select xmin, change_seq from users where id = ${ana.uuid}`
  const before = await state()
  const response = await ana.send('POST', `${LINKS}search/`, { since: cursor })
  const text = await response.text()
  expect(text.length).toBeLessThan(512)
  const nothing = { results: [], removed: [], cursor, has_more: false, complete: true }
  expect(JSON.parse(text)).toEqual(nothing)
  expect([...(await state())]).toEqual([...before])
})

test('hiding a link removes it from one list and adds it to the other', async ({ ana }) => {
  const link = await addLink(ana)
  const shown = (await search(ana)).cursor
  const hidden = (await search(ana, {}, HIDDEN)).cursor
  const left = { results: [], removed: [link.uuid] }
  const joined = { results: [{ uuid: link.uuid }], removed: [] }
  await editLink(ana, link, { is_hidden: true })
  expect(await changes(ana, shown)).toMatchObject(left)
  const delta = await changes(ana, hidden, HIDDEN)
  expect(delta).toMatchObject(joined)
  await editLink(ana, link, { is_hidden: false })
  expect(await changes(ana, delta.cursor, HIDDEN)).toMatchObject(left)
  expect(await changes(ana, shown)).toMatchObject(joined)
})

test('clones, bulk tags and page reads are in the delta', async ({ ana }) => {
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

test('an invalid or foreign cursor is answered with complete: false', async ({ ana, eve }) => {
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
    const none = { results: [], removed: [], cursor: '', has_more: false, complete: false }
    expect(await changes(ana, since), since).toEqual(none)
  }
  expect((await changes(ana, cursor, HIDDEN)).complete).toBe(false)
})

test('many changes with one number are paged, with each link once', async ({ ana }) => {
  let { cursor } = await search(ana)
  const changeSeq = await server.deps.db.transaction((tx) => nextChange(tx, ana.uuid))
  await storeLinks(server, ana, 250, () => ({ changeSeq }))
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

test('a delta has clicked links once each, paged, with their clicks', async ({ ana }) => {
  const stored = await storeLinks(server, ana, 150)
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
  const clickedOnes = stored.map(({ id }) => ({ uuid: id, clicks: 1 })).sort(byId)
  expect(seen).toEqual([{ uuid: edited.uuid, clicks: 0 }, ...clickedOnes])
  expect(ids(await changes(ana, cursor))).toEqual([])
  const [clicked] = stored
  if (clicked) server.deps.clicks.record(clickOn(clicked, { remote: '203.0.113.2' }))
  const { results } = await changes(ana, cursor)
  expect(results).toMatchObject([{ uuid: clicked?.id, lifetime_clicks: 2 }])
})

test('a change committed late is not missed', async ({ ana }) => {
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

test('a copy updated by deltas equals the list after concurrent edits', async ({ ana }) => {
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

test('a filtered list has its own delta', async ({ ana }) => {
  const link = await addLink(ana)
  const { cursor } = await search(ana, { q: 'lamp' })
  await editLink(ana, link, { name: 'Sofa', url: 'https://shop.example/sofa' })
  const { body } = await ask(ana, 'POST', `${LINKS}search/`, { q: 'lamp', since: cursor })
  expect(body).toMatchObject({ results: [], removed: [link.uuid] })
})
