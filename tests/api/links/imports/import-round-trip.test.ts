import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addCollection, listCollections } from '#support/server/links/collections.ts'
import { exportFile } from '#support/server/links/exports.ts'
import { allLinks, dryRun, importFile, lines } from '#support/server/links/imports.ts'
import { addLink, countClicks, editLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import { createTestServer } from '#support/server/test-app.ts'

const { server, ana } = await startWithCreator()
await server.deps.jobs.start()
await fill(ana)
const file = await exportFile(server, ana)

/** Creates links and collections with values that a file could corrupt. */
async function fill(person: Person) {
  for (const name of ['Lamps, "large"', '=Sum']) await addCollection(person, name)
  const edits = [
    {
      name: '=HYPERLINK("x")',
      tags: ['a,b', 'c;d', '"q"', '["x"]', '-1', '[sale', 'new]', '{x}', 'plain'],
    },
    { name: "'=already guarded", tags: ["'=x"], is_hidden: true },
    { name: 'Käse\n😀, "quoted"', regular_collection_names: ['Lamps, "large"', '=Sum'] },
    {
      name: 'All of it',
      short_code: 'Round-Trip_1',
      utm_source: '+news',
      utm_medium: '@mail',
      utm_campaign: 'may, june',
      utm_term: '-',
      utm_content: 'x;y',
      starts_at: '2098-05-01T10:00:00.000Z',
      max_clicks: 25,
      expires_at: '2099-05-01T10:00:00.000Z',
      fallback_url: 'https://shop.example/over?x=1,2',
      pass_query: true,
      rules: [
        {
          id: 'rule1',
          target_url: 'https://shop.example/de?x="1,2"',
          conditions: [{ kind: 'query', values: ['a=b;"c",d', 'ref'] }],
        },
        { id: 'rule2', target_url: null, conditions: [{ kind: 'country', values: ['DE', 'AT'] }] },
      ],
      open_in_browser: true,
      kept_in_app: ['instagram', 'x'],
      show_code: true,
    },
  ]
  for (const [index, edit] of edits.entries()) {
    const link = await addLink(person, `https://shop.example/${index}?q="a,b"&c=${index}`)
    const { status } = await editLink(person, link, edit)
    expect(status).toBe(200)
  }
  await countClicks(server, { uuid: (await allLinks(person))[0]?.uuid ?? '' }, 12)
}

/** Returns the fields that a file contains, which excludes clicks, pictures and ids. */
const carried = (links: ShortLink[]) =>
  links
    .map((link) => ({
      url: link.url,
      short_code: link.short_code,
      name: link.name,
      tags: link.tags,
      regular_collection_names: link.regular_collection_names,
      is_hidden: link.is_hidden,
      created_at: link.created_at,
      utm: [link.utm_source, link.utm_medium, link.utm_campaign, link.utm_term, link.utm_content],
      starts_at: link.starts_at,
      max_clicks: link.max_clicks,
      expires_at: link.expires_at,
      fallback_url: link.fallback_url,
      pass_query: link.pass_query,
      rules: link.rules,
      open_in_browser: link.open_in_browser,
      kept_in_app: link.kept_in_app,
      show_code: link.show_code,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

const withoutCodes = (links: ShortLink[]) =>
  carried(links).map((link) => ({ ...link, short_code: '' }))

test('an export imported into a new account elsewhere gives the same links (D-100)', async () => {
  const elsewhere = await createTestServer()
  await elsewhere.deps.jobs.start()
  const ben = await signUp(elsewhere)
  const done = await importFile(ben, file)
  expect(done.counts).toEqual({ new: 4, existing: 0, recoded: 0, errors: 0 })
  expect(carried(await allLinks(ben))).toEqual(carried(await allLinks(ana)))
  expect((await dryRun(ben, file)).source).toBe('split')
  // A second export gives the same file.
  expect(lines(...(await exportFile(elsewhere, ben)).split('\r\n'))).toBe(
    file.replace(/,12\r\n/, ',0\r\n'),
  )
  await elsewhere.stop()
})

test('an export imported into the same account changes nothing', async () => {
  const before = await allLinks(ana)
  const collections = (await listCollections(ana)).results
  const done = await importFile(ana, file)
  expect(done.counts).toEqual({ new: 0, existing: 4, recoded: 0, errors: 0 })
  expect(await allLinks(ana)).toEqual(before)
  expect((await listCollections(ana)).results).toEqual(collections)
})

test('an export imported by another user creates separate links', async () => {
  const ben = await signUp(server)
  const done = await importFile(ben, file)
  expect(done.counts).toEqual({ new: 4, existing: 0, recoded: 4, errors: 0 })
  expect(withoutCodes(await allLinks(ben))).toEqual(withoutCodes(await allLinks(ana)))
  const again = await importFile(ben, file)
  expect(again.counts).toMatchObject({ new: 0, existing: 4 })
})

test('only pages of links without a title are read, one by one with a pause', async () => {
  const idle = await createTestServer()
  const site = await startShopSite()
  const ben = await signUp(idle)
  const untitled = ['/a', '/b', '/c'].map((path) => site.product(path, `<title>${path}</title>`))
  const titled = site.product('/titled', '<title>Never read</title>')
  await idle.deps.jobs.start()
  await importFile(ben, 'url,title', ...untitled.map((url) => `${url},`), `${titled},Mine`)
  const jobs = await idle.deps.sql`
    select queue_name, priority, extract(epoch from run_at)::float8 as at
    from graphile_worker.jobs where task_identifier = 'extract' order by run_at`
  for (const job of jobs)
    expect(job).toMatchObject({ queue_name: `read:${ben.uuid}`, priority: 20 })
  // The first job may already be done. The waiting jobs are two seconds apart.
  const waits = jobs.map((job) => Number(job['at']))
  expect(waits.length).toBeGreaterThanOrEqual(2)
  for (const [index, at] of waits.slice(1).entries())
    expect(at - (waits[index] ?? 0)).toBeCloseTo(2, 1)
  const links = await allLinks(ben)
  expect(links.find(({ name }) => name === 'Mine')?.meta_extraction_progress).toBe(100)
  expect(site.paths()).not.toContain('/titled')
  await site.stop()
  await idle.stop()
})
