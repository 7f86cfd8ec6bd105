import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Feed } from '../../../../server/redirect/edge/feed-tables.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const TOKEN = 'a token of edges with more than 32 characters'
const server = await startTestServer({ edgeToken: TOKEN, listen: true })
const closed = await startTestServer({ sharedServer: server })
const headers = { Authorization: `Bearer ${TOKEN}` }

async function changes(cursor?: string): Promise<Feed> {
  const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`
  const answer = await server.request('GET', `/edge/changes${query}`, { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Feed
}

const keysOf = (feed: Feed, table: string) =>
  feed.tables.find(({ name }) => name === table)?.keys ?? []

describe('calls of edges', () => {
  test('need the token, and do not exist without the setting', async () => {
    expect((await server.request('GET', '/edge/changes')).status).toBe(401)
    const wrong = { Authorization: 'Bearer another token with more than 32 characters' }
    expect((await server.request('GET', '/edge/changes', { headers: wrong })).status).toBe(401)
    expect((await closed.request('GET', '/edge/changes', { headers })).status).toBe(404)
  })
})

describe('changes', () => {
  test('contain the changed rows after the cursor, without data of people', async () => {
    const { cursor, isStale } = await changes()
    expect(isStale).toBe(true)
    const link = await addLink(server)
    const feed = await changes(cursor)
    expect(feed.isStale).toBe(false)
    expect(keysOf(feed, 'links')).toEqual([{ id: link.id }])
    expect(feed.tables.find(({ name }) => name === 'links')?.rows).toMatchObject([
      { id: link.id, short_code: link.shortCode, url: link.url },
    ])
    expect(JSON.stringify(feed)).not.toContain('@people.example')
    expect((await changes(feed.cursor)).tables).toEqual([])
    await server.deps.sql`delete from links where id = ${link.id}`
    expect((await changes(feed.cursor)).tables).toEqual([
      { name: 'links', keys: [{ id: link.id }], rows: [] },
    ])
  })

  test('of a transaction that commits after a later one are not skipped', async () => {
    const link = await addLink(server)
    const { cursor } = await changes()
    let after = ''
    await server.deps.sql.begin(async (slow) => {
      await slow`update links set url = 'http://shop.example/slow' where id = ${link.id}`
      const fast = await addLink(server)
      const feed = await changes(cursor)
      expect(keysOf(feed, 'links')).toEqual([{ id: fast.id }])
      after = feed.cursor
    })
    expect(keysOf(await changes(after), 'links')).toEqual([{ id: link.id }])
  })

  test('are replaced by a new copy after a restored backup', async () => {
    const { cursor } = await changes()
    await server.deps.sql`
      insert into operator_settings (key, value) values ('epoch', '"restored"')
      on conflict (key) do update set value = excluded.value`
    expect((await changes(cursor)).isStale).toBe(true)
    expect((await changes('no cursor')).isStale).toBe(true)
  })

  test('of columns that no redirect reads are not noted', async () => {
    const link = await addLink(server)
    const { cursor } = await changes()
    await server.deps
      .sql`update links set name = 'Other', meta_progress = 100 where id = ${link.id}`
    expect((await changes(cursor)).tables).toEqual([])
  })
})

test('all rows are read in pages', async () => {
  const link = await addLink(server)
  const answer = await server.request('POST', '/edge/rows', {
    headers,
    body: { table: 'links', after: null },
  })
  const page = (await answer.json()) as { rows: { id: string }[]; next: unknown }
  expect(page.rows.map(({ id }) => id)).toContain(link.id)
  expect(page.next).toBe(null)
  const last = page.rows.at(-1)?.id
  const next = await server.request('POST', '/edge/rows', {
    headers,
    body: { table: 'links', after: { id: last } },
  })
  expect(await next.json()).toEqual({ rows: [], next: null })
})

const lineOf = (link: { id: string; userId: string }, at: number, visitor: string) =>
  `${link.id}\t${link.userId}\t\t\t${at}\thuman\t${visitor}\t\tphone\n`
const eventsOf = async (linkId: string) =>
  (await server.deps.sql`select at from click_events where link_id = ${linkId}`).length

describe('clicks', () => {
  const edge = randomUUID()
  const send = (number: number, lines: string) =>
    fetch(`${server.origin}/edge/clicks?edge=${edge}&name=paris&number=${number}`, {
      method: 'POST',
      headers,
      body: lines,
    })
  test('of a repeated shipment are counted once', async () => {
    const link = await addLink(server)
    const yesterday = Date.now() - 24 * 60 * 60 * 1000
    const lines =
      lineOf(link, yesterday, '0123456789abcdef') + lineOf(link, yesterday, 'fedcba9876543210')
    expect((await send(1, lines)).status).toBe(204)
    expect((await send(1, lines)).status).toBe(204)
    await expect.poll(() => eventsOf(link.id)).toBe(2)
    expect((await send(2, lineOf(link, Date.now(), '0123456789abcdef'))).status).toBe(204)
    await expect.poll(() => eventsOf(link.id)).toBe(3)
    const hours = await server.deps.sql`
      select sum(clicks)::int as clicks from click_hours where link_id = ${link.id}
      group by hour order by hour`
    expect(hours).toEqual([{ clicks: 2 }, { clicks: 1 }])
  })

  test('that cannot be counted are refused', async () => {
    expect((await send(3, 'no click\n')).status).toBe(400)
    expect((await send(3, '')).status).toBe(400)
  })
})
