import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allLinks,
  dryRun,
  waitForImport,
  importFile,
  lines,
  problemsOf,
  sendImport,
  start,
} from '#support/server/links/imports.ts'
import { addBrand, addLink, editLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.deps.jobs.start()
})
afterAll(() => server.stop())

const FULL = lines(
  'url,short_code,title,tags,collections,hidden,created_at,utm_source,fallback_url,pass_query',
  'https://shop.example/lamp?a=1,Lamp-2026,A lamp,"light, home",Living room,yes,2024-03-01T10:00:00Z,news,https://shop.example/gone,true',
)

describe('a dry run', () => {
  test('says what will happen, row by row, and writes nothing', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    await editLink(ben, await addLink(ben), { short_code: 'dry-taken' })
    const own = await addLink(ana, 'https://shop.example/own')
    const plan = await dryRun(
      server,
      ana,
      lines(
        'url,code,title,collection',
        'https://shop.example/new,dry-new,New,Lamps',
        `https://shop.example/own,${own.short_code},Mine already,`,
        'https://shop.example/taken,dry-taken,Taken,',
        'javascript:alert(1),dry-bad,Bad,',
        'https://shop.example/none,,No code,Lamps',
      ),
    )
    expect(plan).toMatchObject({
      rows: 5,
      counts: { new: 3, existing: 1, recoded: 1, errors: 1 },
      new_collections: ['Lamps'],
      columns: [
        { header: 'url', field: 'url' },
        { header: 'code', field: 'short_code' },
        { header: 'title', field: 'name' },
        { header: 'collection', field: 'collections' },
      ],
      problems: [
        {
          row: 4,
          outcome: 'recoded',
          column: 'code',
          message: 'The code dry-taken is taken, so this one gets a fresh code.',
          cells: ['https://shop.example/taken', 'dry-taken', 'Taken', ''],
        },
        {
          row: 5,
          outcome: 'error',
          column: 'url',
          message: 'Only http and https links can be shortened.',
        },
      ],
    })
    expect(plan.preview.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'new'],
      [3, 'existing'],
      [4, 'recoded'],
      [5, 'error'],
      [6, 'new'],
    ])
    expect(await allLinks(ana)).toHaveLength(1)
    const collections = await (await ana.send('GET', '/v2/my/collections/')).json()
    expect(collections).toMatchObject({ count: 0 })
  })

  test('is what happens when nothing is said', async () => {
    const ana = await signUp(server)
    const response = await sendImport(server, ana, FULL, '')
    expect(await response.json()).toMatchObject({ result: { counts: { new: 1 } } })
    expect(await allLinks(ana)).toEqual([])
  })

  test('shows the first twenty rows of many', async () => {
    const ana = await signUp(server)
    const rows = Array.from({ length: 50 }, (_, i) => `https://shop.example/${i}`)
    const plan = await dryRun(server, ana, lines('url', ...rows))
    expect(plan.preview.map(({ url }) => url)).toEqual(rows.slice(0, 20))
    expect(plan.counts.new).toBe(50)
  })
})

describe('an import', () => {
  test('makes links with all that the file says of them', async () => {
    const ana = await signUp(server)
    const done = await importFile(server, ana, FULL)
    expect(done).toMatchObject({
      file_name: 'a.csv',
      total: 1,
      done: 1,
      counts: { new: 1, existing: 0, recoded: 0, errors: 0 },
      new_collections: 1,
    })
    const [link, ...others] = await allLinks(ana)
    expect(others).toEqual([])
    expect(link).toMatchObject({
      url: 'https://shop.example/lamp?a=1',
      short_code: 'Lamp-2026',
      name: 'A lamp',
      tags: ['light', 'home'],
      regular_collection_names: ['Living room'],
      is_hidden: true,
      created_at: '2024-03-01T10:00:00.000Z',
      utm_source: 'news',
      fallback_url: 'https://shop.example/gone',
      pass_query: true,
      lifetime_clicks: 0,
      // A link with a title does not need its page read.
      meta_extraction_progress: 100,
    })
  })

  test('gives the links as a delta, as any other change', async () => {
    const ana = await signUp(server)
    const before = await ana.send('POST', '/v2/my/links/search/', {})
    const { cursor } = (await before.json()) as { cursor: string }
    await importFile(server, ana, lines('url,title', 'https://shop.example/delta,Delta'))
    const after = await ana.send('POST', '/v2/my/links/search/', { since: cursor })
    expect(await after.json()).toMatchObject({
      complete: true,
      results: [{ name: 'Delta', url: 'https://shop.example/delta' }],
    })
  })

  test('keeps the order of the file where it gives no dates', async () => {
    const ana = await signUp(server)
    const names = Array.from({ length: 120 }, (_, i) => `Link ${i}`)
    const rows = names.map((name, i) => `https://shop.example/${i},${name}`)
    await importFile(server, ana, lines('url,title', ...rows))
    expect((await allLinks(ana)).map(({ name }) => name)).toEqual(names)
  })

  test('joins collections by their name in any case, and makes the missing ones once', async () => {
    const ana = await signUp(server)
    await ana.send('POST', '/v2/my/collections/regular/', { name: 'Lamps' })
    const done = await importFile(
      server,
      ana,
      lines(
        'url,collections',
        'https://shop.example/1,"lamps; Zebra"',
        'https://shop.example/2,ZEBRA',
        'https://shop.example/3,"LAMPS, lamps"',
      ),
    )
    expect(done.new_collections).toBe(1)
    const answer = await (await ana.send('GET', '/v2/my/collections/')).json()
    const { results } = answer as { results: { name: string; link_count: number }[] }
    expect(results.map(({ name, link_count }) => [name, link_count])).toEqual(
      expect.arrayContaining([
        ['Lamps', 2],
        ['Zebra', 2],
      ]),
    )
    expect(results).toHaveLength(2)
  })

  test('counts links of a shop in the network as such, unless the file says no', async () => {
    await addBrand(server, 'network.example')
    const ana = await signUp(server)
    await importFile(
      server,
      ana,
      lines(
        'url,title,in_network',
        'https://network.example/1,One,',
        'https://network.example/2,Two,no',
        'https://other.example/3,Three,yes',
      ),
    )
    const treated = (await allLinks(ana)).map(({ name, treat_as_in_network: is }) => [name, is])
    expect(treated).toEqual([
      ['One', true],
      ['Two', false],
      ['Three', false],
    ])
  })

  test('keeps what could not be done for a file of its own', async () => {
    const ana = await signUp(server)
    const { result } = await start(
      server,
      ana,
      lines('url,code', 'nonsense,a1', 'https://shop.example/x,no good', 'https://shop.example/y,'),
    )
    expect((await waitForImport(ana, result.id)).counts).toEqual({
      new: 1,
      existing: 0,
      recoded: 0,
      errors: 2,
    })
    expect(await problemsOf(ana, result.id)).toEqual({
      header: ['url', 'code'],
      results: [
        {
          row: 2,
          outcome: 'error',
          column: 'url',
          message: 'Enter a valid URL, like https://example.com/page.',
          cells: ['nonsense', 'a1'],
        },
        {
          row: 3,
          outcome: 'error',
          column: 'code',
          message: 'Use 2 to 50 letters, numbers, dashes or underscores.',
          cells: ['https://shop.example/x', 'no good'],
        },
      ],
    })
  })

  test('is nobody else’s to see or to stop', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const { id } = await importFile(server, ana, lines('url', 'https://shop.example/mine'))
    for (const [method, path] of [
      ['GET', `${id}/`],
      ['GET', `${id}/problems/`],
      ['POST', `${id}/cancel/`],
    ] as const) {
      const response = await ben.send(method, `/v2/my/links/import/${path}`)
      expect([path, response.status, await response.text()]).toEqual([path, 404, '{}'])
    }
    const list = await (await ben.send('GET', '/v2/my/links/import/')).json()
    expect(list).toEqual({ results: [], next: null, count: 0 })
  })
})
