import { describe, expect } from 'vitest'
import { ask } from '#support/server/asking.ts'
import { addCollection, listCollections } from '#support/server/links/collections.ts'
import {
  allLinks,
  dryRun,
  IMPORT,
  importFile,
  lines,
  outcomesOf,
  problemsOf,
  sendImport,
} from '#support/server/links/imports.ts'
import { addBrand, addLink, changes, editLink, search } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)

const FULL = lines(
  'url,short_code,title,tags,collections,hidden,created_at,utm_source,fallback_url,pass_query',
  'https://shop.example/lamp?a=1,Lamp-2026,A lamp,"light, home",Living room,yes,2024-03-01T10:00:00Z,news,https://shop.example/gone,true',
)

describe('a dry run', () => {
  test('says what will happen, row by row, and writes nothing', async ({ ana, ben }) => {
    await editLink(ben, await addLink(ben), { short_code: 'dry-taken' })
    const own = await addLink(ana, 'https://shop.example/own')
    const plan = await dryRun(
      ana,
      'url,code,title,collection',
      'https://shop.example/new,dry-new,New,Lamps',
      `https://shop.example/own,${own.short_code},Mine already,`,
      'https://shop.example/taken,dry-taken,Taken,',
      'javascript:alert(1),dry-bad,Bad,',
      'https://shop.example/none,,No code,Lamps',
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
          message: 'The code dry-taken is taken, so this row gets a new code.',
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
    expect(outcomesOf(plan)).toEqual(['2 new', '3 existing', '4 recoded', '5 error', '6 new'])
    expect(await allLinks(ana)).toHaveLength(1)
    expect((await listCollections(ana)).count).toBe(0)
  })

  test('is the default', async ({ ana }) => {
    const response = await sendImport(ana, FULL, '')
    expect(await response.json()).toMatchObject({ result: { counts: { new: 1 } } })
    expect(await allLinks(ana)).toEqual([])
  })

  test('shows the first twenty rows of many', async ({ ana }) => {
    const rows = Array.from({ length: 50 }, (_, i) => `https://shop.example/${i}`)
    const plan = await dryRun(ana, 'url', ...rows)
    expect(plan.preview.map(({ url }) => url)).toEqual(rows.slice(0, 20))
    expect(plan.counts.new).toBe(50)
  })
})

describe('an import', () => {
  test('creates links with all fields of the file', async ({ ana }) => {
    expect(await importFile(ana, FULL)).toMatchObject({
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

  test('puts the links in the delta', async ({ ana }) => {
    const { cursor } = await search(ana)
    await importFile(ana, 'url,title', 'https://shop.example/delta,Delta')
    const results = [{ name: 'Delta', url: 'https://shop.example/delta' }]
    expect(await changes(ana, cursor)).toMatchObject({ complete: true, results })
  })

  test('keeps the order of the file where it gives no dates', async ({ ana }) => {
    const names = Array.from({ length: 120 }, (_, i) => `Link ${i}`)
    const rows = names.map((name, i) => `https://shop.example/${i},${name}`)
    await importFile(ana, 'url,title', ...rows)
    expect((await allLinks(ana)).map(({ name }) => name)).toEqual(names)
  })

  test('adds links to collections by name in any case, and creates missing ones once', async () => {
    const ana = await signUp(server)
    await addCollection(ana, 'Lamps')
    const done = await importFile(
      ana,
      'url,collections',
      'https://shop.example/1,"lamps; Zebra"',
      'https://shop.example/2,ZEBRA',
      'https://shop.example/3,"LAMPS, lamps"',
    )
    expect(done.new_collections).toBe(1)
    const { results } = await listCollections(ana)
    const counts = results.map(({ name, link_count }) => `${name} ${link_count}`)
    expect(counts.toSorted()).toEqual(['Lamps 2', 'Zebra 2'])
  })

  test('marks links to shops of the network, unless the file says no', async () => {
    await addBrand(server, 'network.example')
    const ana = await signUp(server)
    await importFile(
      ana,
      'url,title,in_network',
      'https://network.example/1,One,',
      'https://network.example/2,Two,no',
      'https://other.example/3,Three,yes',
    )
    expect(await allLinks(ana)).toMatchObject([
      { name: 'One', treat_as_in_network: true },
      { name: 'Two', treat_as_in_network: false },
      { name: 'Three', treat_as_in_network: false },
    ])
  })

  test('stores the failed rows for download', async ({ ana }) => {
    const rows = ['nonsense,a1', 'https://shop.example/x,no good', 'https://shop.example/y,']
    const { id, counts } = await importFile(ana, 'url,code', ...rows)
    expect(counts).toEqual({ new: 1, existing: 0, recoded: 0, errors: 2 })
    expect(await problemsOf(ana, id)).toEqual({
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

  test('cannot be seen or stopped by others', async ({ ana, ben }) => {
    const { id } = await importFile(ana, 'url', 'https://shop.example/mine')
    const none = { status: 404, body: {} }
    expect(await ask(ben, 'GET', `${IMPORT}${id}/`)).toEqual(none)
    expect(await ask(ben, 'GET', `${IMPORT}${id}/problems/`)).toEqual(none)
    expect(await ask(ben, 'POST', `${IMPORT}${id}/cancel/`)).toEqual(none)
    const { body } = await ask(ben, 'GET', IMPORT)
    expect(body).toEqual({ results: [], next: null, count: 0 })
  })
})
