import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '#support/server/links/csv.ts'
import { exported, REQUEST } from '#support/server/links/exports.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.deps.jobs.start()
})
afterAll(() => server.stop())

async function clicked() {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/clicked')
  const other = await addLink(ana, 'https://shop.example/other')
  await editLink(ana, link, { tags: ['lamp'] })
  const add = (id: string, hour: string, kind: number, clicks: number) => server.deps.sql`
    insert into click_hours values (${id}, ${hour}, ${kind}, 'news.example', 'mobile', 'DE', ${clicks})`
  await add(link.uuid, '2026-05-01T10:00Z', 1, 3)
  await add(link.uuid, '2026-05-01T10:00Z', 2, 2)
  await add(link.uuid, '2026-05-01T10:00Z', 3, 50)
  await add(link.uuid, '2026-05-02T00:00Z', 2, 1)
  await add(other.uuid, '2026-05-03T10:00Z', 2, 7)
  return { ana, link, other }
}

describe('an export of clicks', () => {
  test('has sums by link and hour of clicks that count, and nothing of a visitor (R-389)', async () => {
    const { ana, link } = await clicked()
    const rows = rowsOf(await exported(server, ana, { kind: 'clicks', link_uuid: link.uuid }))
    expect(rows).toEqual([
      {
        hour: '2026-05-01T10:00:00Z',
        short_url: link.split_url,
        name: link.name,
        url: link.url,
        referrer: 'news.example',
        device: 'mobile',
        country: 'DE',
        clicks: '5',
        unique_clicks: '2',
      },
      expect.objectContaining({ hour: '2026-05-02T00:00:00Z', clicks: '1' }),
    ])
  })

  test('can be narrowed by day and tag', async () => {
    const { ana } = await clicked()
    const sums = async (filter: object) =>
      rowsOf(await exported(server, ana, { kind: 'clicks', ...filter })).map((row) => row['clicks'])
    expect(await sums({})).toEqual(['5', '1', '7'])
    expect(await sums({ date_from: '2026-05-02' })).toEqual(['1', '7'])
    expect(await sums({ date_to: '2026-05-01' })).toEqual(['5'])
    expect(await sums({ tags: ['lamp'] })).toEqual(['5', '1'])
  })

  test('of another’s link is refused as unknown', async () => {
    const { link } = await clicked()
    const ben = await signUp(server)
    const response = await ben.send('POST', REQUEST, { kind: 'clicks', link_uuid: link.uuid })
    expect([response.status, await response.text()]).toEqual([404, '{}'])
  })
})
