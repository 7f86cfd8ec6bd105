import { beforeEach, expect, test } from 'vitest'
import { contentFolder } from '#support/server/money/content.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { addLink, changes, editLink, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

let ana: Person
const server = await startTestServer({ listen: true })
const files = contentFolder(server)
beforeEach(async () => {
  await server.deps.sql`delete from brands`
  ana = await signUp(server)
})

/** Returns a brand entry of the content file. `more` holds further fields. */
const brand = (key: string, stores: string[], more = '') =>
  `  - { key: ${key}, name: ${key}, stores: [${stores.join(', ')}], rate: 10, creator_share: 100${more} }`
const apply = async (...brands: string[]) => {
  const said = await files.apply(`brands:\n${brands.join('\n')}`)
  await allJobsDone(server)
  return said
}
const locationOf = async ({ short_code }: { short_code: string }) =>
  (await visit(server, `/s/${short_code}`)).location ?? ''

const inNetwork = (is: boolean, isEditable: boolean, percentage: number | null) => ({
  treat_as_in_network: is,
  treat_as_in_network_editable: isEditable,
  commission_percentage: percentage,
})

test('www, subdomains and paths are matched, the longest first (D-21)', async () => {
  await apply(
    brand('shop', ['shop.example']),
    brand('german', ['de.shop.example']),
    brand('mall', ['mall.example/eu']),
    brand('mall-tv', ['mall.example/eu/tv']),
  )
  const names = await server.deps.sql`select id, key from brands`
  const keyOf = new Map(names.map(({ id, key }) => [id, key]))
  const expected: [string, string | undefined][] = [
    ['https://shop.example/lamp', 'shop'],
    ['https://www.shop.example/lamp', 'shop'],
    ['http://m.shop.example/', 'shop'],
    ['https://SHOP.example./lamp', 'shop'],
    ['https://de.shop.example/lamp', 'german'],
    ['https://www.de.shop.example/', 'german'],
    ['https://notshop.example/lamp', undefined],
    ['https://mall.example/eu', 'mall'],
    ['https://mall.example/eu/a?b=c', 'mall'],
    ['https://mall.example/eu/tv/1', 'mall-tv'],
    ['https://mall.example/europe', undefined],
    ['https://mall.example/', undefined],
  ]
  for (const [url, key] of expected) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const link = await addLink(ana, url)
    expect(link.treat_as_in_network, url).toBe(key !== undefined)
    expect(link.commission_percentage, url).toBe(key === undefined ? null : 10)
    // oxlint-disable-next-line no-await-in-loop
    const [row] = await server.deps.sql`select brand_id from links where id = ${link.uuid}`
    expect(keyOf.get(row?.['brand_id']), url).toBe(key)
  }
})

test('links change network status with the brands’ stores, which appears in deltas and redirects (R-157, R-158, R-187)', async () => {
  const link = await addLink(ana, 'https://pans.example/eu/one')
  const other = await addLink(ana, 'https://pots.example/one')
  expect(await locationOf(link)).toBe('https://pans.example/eu/one')
  // The jobs read the links' pages, which also changes the links.
  await allJobsDone(server)
  const before = await search(ana)

  await apply(brand('pans', ['pans.example/eu'], ', click_param: kid'))
  expect(await readLink(ana, link)).toMatchObject(inNetwork(true, true, 10))
  expect(await locationOf(link)).toMatch(/^https:\/\/pans\.example\/eu\/one\?kid=[0-9a-f-]{36}$/)
  const heard = await changes(ana, before.cursor)
  expect(heard.results.map(({ uuid }) => uuid)).toEqual([link.uuid])

  await apply(brand('pans', ['pans.example/us'], ''))
  expect(await readLink(ana, link)).toMatchObject(inNetwork(false, false, null))
  expect(await locationOf(link)).toBe('https://pans.example/eu/one')
  expect((await changes(ana, heard.cursor)).results.map(({ uuid }) => uuid)).toEqual([link.uuid])
  expect((await readLink(ana, other)).treat_as_in_network).toBe(false)
})

test('an opted-out link stays opted out when its shop moves to another brand', async () => {
  await apply(brand('first', ['cups.example']))
  const link = await addLink(ana, 'https://cups.example/x')
  expect(await editLink(ana, link, { treat_as_in_network: false })).toMatchObject({ status: 200 })
  await apply(brand('first', []), brand('second', ['cups.example']))
  expect(await readLink(ana, link)).toMatchObject(inNetwork(false, true, null))
})

test('redirects use the brand’s current click parameter, and none while it is archived', async () => {
  await apply(brand('mugs', ['mugs.example'], ', click_param: one'))
  const link = await addLink(ana, 'https://mugs.example/x')
  expect(await locationOf(link)).toContain('?one=')
  await apply(brand('mugs', ['mugs.example'], ', click_param: two'))
  expect(await locationOf(link)).toContain('?two=')
  await apply(brand('mugs', ['mugs.example'], ', archived: true'))
  expect(await locationOf(link)).toBe('https://mugs.example/x')
  const outside = { treat_as_in_network: false, commission_percentage: null }
  expect(await readLink(ana, link)).toMatchObject(outside)
  await apply(brand('mugs', ['mugs.example'], ', archived: false'))
  expect(await locationOf(link)).toContain('?two=')
})

test('more than a thousand links of several people are updated in batches', async () => {
  const bea = await signUp(server)
  for (const { uuid } of [ana, bea]) {
    // oxlint-disable-next-line no-await-in-loop -- two people
    await server.deps.sql`
      insert into links (user_id, short_code, name, url, host)
      select ${uuid}, 'm' || substr(md5(${uuid} || n), 1, 12), 'x', 'https://many.example/' || n, 'many.example'
      from generate_series(1, 600) n`
  }
  await apply(brand('many', ['many.example']))
  const rows = await server.deps.sql`
    select user_id, count(*)::int as n from links
    where host = 'many.example' and treat_as_in_network and brand_id is not null
    group by user_id`
  expect(rows.map(({ n }) => n)).toEqual([600, 600])
})
