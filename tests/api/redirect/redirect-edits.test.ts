import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { links } from '../../../server/platform/db/schema.ts'
import { invalidateLink } from '../../../server/links/invalidate.ts'
import {
  addLink,
  addOwner,
  countsOf,
  editLink,
  eventsOf,
  newCode,
  visit,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const other = await startTestServer({ listen: true, sharedServer: server })

const target = async (path: string, on = server) => (await visit(on, path)).location

describe('an edit takes effect at once, in every process (D-04, D-18)', () => {
  test('in the process that made it', async () => {
    const link = await addLink(server)
    for (let round = 1; round <= 50; round++) {
      const url = `http://shop.example/round/${round}`
      await editLink(server, link, { url })
      expect(await target(`/s/${link.shortCode}`)).toBe(url)
    }
  })

  test('in another process, notified through the database', async () => {
    const link = await addLink(server)
    expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
    // Edits the link as another process does, so this one only learns of it by the notification.
    await other.deps.sql.begin(async (sql) => {
      await sql`update links set url = 'http://shop.example/elsewhere' where id = ${link.id}`
      await sql`select pg_notify('split_links', ${`1:${link.shortCode.toLowerCase()}`})`
    })
    await expect.poll(() => target(`/s/${link.shortCode}`)).toBe('http://shop.example/elsewhere')
  })

  test('for a code requested before it existed', async () => {
    const shortCode = newCode()
    expect((await visit(server, `/s/${shortCode}`)).status).toBe(404)
    const link = await addLink(server, { shortCode })
    expect(await target(`/s/${shortCode}`)).toBe(link.url)
  })

  test('a rolled back edit changes nothing', async () => {
    const link = await addLink(server)
    await expect(
      server.deps.db.transaction(async (tx) => {
        await tx.update(links).set({ url: 'http://shop.example/no' }).where(eq(links.id, link.id))
        await invalidateLink(tx, link)
        expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
  })

  test('edits made while the notice connection was down are seen after it is back', async () => {
    const link = await addLink(server)
    expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
    const { sql } = other.deps
    await sql`update links set url = 'http://shop.example/unheard' where id = ${link.id}`
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'split session'`
    await expect.poll(() => target(`/s/${link.shortCode}`)).toBe('http://shop.example/unheard')
  })
})

describe('two processes, one database', () => {
  test('clicks of both are all counted once, on links of many owners', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => addOwner(server)))
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => addLink(server, { userId: owners[n % 4] ?? '' })),
    )
    const rounds = 10
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 ? all : all.toReversed()
      await Promise.all(
        [server, other].flatMap((on) => order.map((link) => visit(on, `/s/${link.shortCode}`))),
      )
      await Promise.all([server.deps.clicks.settle(), other.deps.clicks.settle()])
    }
    for (const link of all) {
      const counts = await countsOf(server, link)
      // Clicks of one visitor within ten seconds: only the first counts as unique, whichever
      // process got it.
      expect(counts).toMatchObject({ unique: 1, bot: 0, preview: 0 })
      expect(counts.human + counts.duplicate).toBe(2 * rounds - 1)
      expect(await eventsOf(server, link)).toHaveLength(2 * rounds)
    }
  })
})
