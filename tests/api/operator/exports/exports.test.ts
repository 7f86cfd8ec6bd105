import { describe, expect } from 'vitest'
import { exportParts } from '../../../../server/platform/db/schema.ts'
import { LINK_COLUMNS } from '#contract/exports.ts'
import { rowsOf } from '#support/server/links/csv.ts'
import {
  exportFile,
  LIST,
  listExports,
  waitForExport,
  REQUEST,
  request,
} from '#support/server/links/exports.ts'
import { addLink, editLink, type Refusal } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)

/** Sends a request that is refused, and returns its status and errors. */
async function refused(person: Person, body: object) {
  const response = await person.send('POST', REQUEST, body)
  return { status: response.status, ...((await response.json()) as Partial<Refusal>) }
}

const addCollection = (person: Person, name: string) =>
  person.send('POST', '/v2/my/collections/regular/', { name })

describe('an export of links', () => {
  test('is queued, then ready, and listed with its content and expiry (R-387, R-388)', async () => {
    const ana = await signUp(server)
    await addLink(ana, 'https://shop.example/a')
    const response = await ana.send('POST', REQUEST, { kind: 'links' })
    expect(response.status).toBe(202)
    const { result } = (await response.json()) as { result: { id: string; status: string } }
    expect(result).toEqual({ id: expect.any(String), status: 'queued' })
    const ready = await waitForExport(ana, result.id)
    expect(ready).toMatchObject({ kind: 'links', status: 'ready', rows: 1 })
    const days = (Date.parse(ready.expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    expect(ready.url).toMatch(new RegExp(`^/exports/${result.id}/[\\w-]{43}\\.csv$`))
    expect(await listExports(ana)).toEqual({ results: [ready], next: null, count: 1 })
    expect(await listExports(ana, '/v2/my/analytics/data_export')).toMatchObject({ count: 1 })
  })

  test('has every link, also hidden ones, with all that an import needs', async ({ ana }) => {
    await addCollection(ana, 'Lamps, large')
    await addCollection(ana, 'Zebra')
    const plain = await addLink(ana, 'https://shop.example/plain?b=2')
    const full = await addLink(ana, 'https://shop.example/full')
    await editLink(ana, full, {
      name: 'A "lamp",\nlarge',
      short_code: `Lamp-${Date.now()}`,
      tags: ['one', 'two, three', 'four|five'],
      regular_collection_names: ['Zebra', 'Lamps, large'],
      utm_source: 'news',
      utm_campaign: 'käse',
      is_hidden: true,
    })
    const rows = rowsOf(await exportFile(server, ana))
    expect(Object.keys(rows[0] ?? {})).toEqual([...LINK_COLUMNS])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ url: plain.url, short_url: plain.split_url, hidden: 'no' })
    // The link's page was not read, so the link has no name.
    expect(rows[0]?.['name']).toBe('')
    expect(rows[1]).toMatchObject({
      url: 'https://shop.example/full',
      name: 'A "lamp",\nlarge',
      short_code: expect.stringMatching(/^Lamp-/),
      tags: 'one, "two, three", "four|five"',
      collections: '"Lamps, large", Zebra',
      hidden: 'yes',
      utm_source: 'news',
      utm_campaign: 'käse',
      utm_medium: '',
      created_at: full.created_at,
      clicks: '0',
    })
  })

  const FORMULAS = ['=1+1', '+49', '-2+3', '@name', '＝1']
  test.each(FORMULAS)(
    'makes the cell %s harmless to a spreadsheet (R-389, D-100)',
    async (name) => {
      const ana = await signUp(server)
      await editLink(ana, await addLink(ana), { name, tags: [name] })
      const [row] = rowsOf(await exportFile(server, ana))
      expect([row?.['name'], row?.['tags']]).toEqual([`'${name}`, `'${name}`])
    },
  )

  test('of a user without links has only the header', async ({ ana }) => {
    expect(await exportFile(server, ana)).toBe(`${LINK_COLUMNS.join(',')}\r\n`)
    expect((await listExports(ana)).results[0]).toMatchObject({ rows: 0, status: 'ready' })
  })

  test('has no links of others', async ({ ana, ben }) => {
    await addLink(ana, 'https://shop.example/ana')
    await addLink(ben, 'https://shop.example/ben')
    expect(rowsOf(await exportFile(server, ben)).map((row) => row['url'])).toEqual([
      'https://shop.example/ben',
    ])
  })

  test('of many links has each of them once, oldest first', async () => {
    const ana = await signUp(server)
    await server.deps.sql`
      insert into links (user_id, short_code, name, url, host, meta_progress, created_at)
      select ${ana.uuid}, 'many' || n, 'Link ' || n, 'https://shop.example/' || n, 'shop.example',
        100, now() - make_interval(mins => 2000 - n / 2)
      from generate_series(1, 1203) n`
    const names = rowsOf(await exportFile(server, ana)).map((row) => row['name'])
    expect(names).toHaveLength(1203)
    expect(new Set(names).size).toBe(1203)
    expect(names[0]).toBe('Link 1')
  })
})

describe('a request', () => {
  test.each([
    [{ kind: 'visitors' }, 'kind', 'Choose links, clicks, sources, commissions or networks.'],
    [{ date_from: 'May' }, 'date_from', 'Send the day as year-month-day, like 2026-05-12.'],
    [
      { date_from: '2026-05-02', date_to: '2026-05-01' },
      'date_to',
      'The last day must not be before the first.',
    ],
  ])('of %o is refused on its field', async (body, field, text) => {
    const ana = await signUp(server)
    expect(await refused(ana, body)).toEqual({ status: 400, errors: { [field]: [text] } })
    expect((await listExports(ana)).count).toBe(0)
  })

  test('sent twice creates one export while it is running', async () => {
    const idle = await createTestServer()
    const ana = await signUp(idle)
    const both = await Promise.all([request(ana), request(ana), request(ana)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect((await listExports(ana)).count).toBe(1)
    const clicks = await request(ana, { kind: 'clicks' })
    expect((await request(ana, { kind: 'clicks' })).id).toBe(clicks.id)
    expect(await refused(ana, { kind: 'clicks', date_from: '2026-05-01' })).toMatchObject({
      status: 400,
      errors: { kind: [expect.stringContaining('Another export of clicks')] },
    })
    await idle.stop()
  })

  test('creates another export once the last one is ready', async ({ ana }) => {
    await exportFile(server, ana)
    await exportFile(server, ana)
    expect((await listExports(ana)).count).toBe(2)
    const page = await listExports(ana, `${LIST}?page_size=1`)
    expect(page).toMatchObject({ count: 2, next: `${LIST}?page_size=1&page=2` })
  })
})

test('an export requested before a restart is made after it', async () => {
  const first = await createTestServer()
  const ana = await signUp(first)
  await addLink(ana)
  const { id } = await request(ana)
  // Half a file, left by a process that was killed while writing.
  await first.deps.db.insert(exportParts).values({ exportId: id, part: 0, body: 'half' })
  const second = await createTestServer({ sharedServer: first })
  await second.deps.jobs.start()
  const { url, rows } = await waitForExport(ana, id)
  expect(rows).toBe(1)
  expect(await (await second.request('GET', url ?? '')).text()).not.toContain('half')
  await second.stop()
  await first.stop()
})

test('a failed export says so and can be requested again', async () => {
  const failing = await createTestServer({ log: { ...server.deps.log, error: () => {} } })
  await failing.deps.sql`drop table click_hours cascade`
  await failing.deps.jobs.start()
  const ana = await signUp(failing)
  const { id } = await request(ana, { kind: 'clicks' })
  const expected = { status: 'failed', url: null, expires_at: null }
  expect(await waitForExport(ana, id)).toMatchObject(expected)
  expect((await request(ana, { kind: 'clicks' })).id).not.toBe(id)
  await failing.stop()
})
