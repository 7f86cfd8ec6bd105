import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dataExports, exportParts } from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { listExports, waitForExport, request } from '#support/server/links/exports.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })

const status = async (path: string) => (await server.request('GET', path)).status
const keyOf = (url: string) => url.split('/')[3] ?? ''

async function ready() {
  const ana = await signUp(server)
  const done = await waitForExport(ana, (await request(ana)).id)
  return { ana, id: done.id, url: done.url ?? '' }
}

describe('the file', () => {
  test('needs only its complete address, and is not cached', async () => {
    const { url } = await ready()
    const response = await server.request('GET', url)
    const { status: code, headers } = response
    // UTF-8 byte order mark, by which spreadsheets detect the encoding.
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([
      0xef, 0xbb, 0xbf,
    ])
    expect(code).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const expected = /^attachment; filename="split-links-\d{4}-\d\d-\d\d\.csv"$/
    expect(headers.get('content-disposition')).toMatch(expected)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is a 404 with a wrong key, another export’s key or only an id', async () => {
    const [one, two] = [await ready(), await ready()]
    expect(await status(`/exports/${one.id}/${keyOf(two.url)}`)).toBe(404)
    expect(await status(`/exports/${one.id}/${'x'.repeat(43)}.csv`)).toBe(404)
    expect(await status(`/exports/${one.id}/`)).toBe(404)
    expect(await status(`/exports/nothing/${keyOf(one.url)}`)).toBe(404)
    expect(await status(`${one.url}.csv`)).toBe(404)
  })

  test('is not listed for others', async () => {
    await ready()
    const ben = await signUp(server)
    expect((await listExports(ben)).results).toEqual([])
  })

  test('expires after seven days and is deleted by the next clean-up', async () => {
    const { ana, id, url } = await ready()
    const { db } = server.deps
    const parts = () => db.$count(exportParts, eq(exportParts.exportId, id))
    await deleteExpired(db)
    expect(await parts()).toBe(1)
    const past = (days: number) =>
      db
        .update(dataExports)
        .set({ expiresAt: sql`now() - make_interval(days => ${days}, secs => 1)` })
        .where(eq(dataExports.id, id))
    await past(0)
    expect(await status(url)).toBe(410)
    expect((await listExports(ana)).results[0]).toMatchObject({ status: 'ready', url: null })
    await deleteExpired(db)
    expect([await parts(), await status(url), (await listExports(ana)).count]).toEqual([0, 410, 1])
    await past(30)
    await deleteExpired(db)
    expect([await status(url), (await listExports(ana)).count]).toEqual([404, 0])
  })
})
