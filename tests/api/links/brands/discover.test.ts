import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type * as brands from '#contract/brands.ts'
import type { Facts } from '#contract/facts.ts'
import { contentFolder, KITCHEN, type ContentFolder } from '#support/server/money/content.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let files: ContentFolder
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  await server.deps.jobs.start()
  files = contentFolder(server)
  await files.picture('kitchen.png')
  ana = await signUp(server)
  const second = `  - { key: demo, name: Demo Lamps, stores: [lamps.example], rate: 5, creator_share: 100, categories: [Beauty] }
  - { key: gone, name: Gone, stores: [gone.example], rate: 5, creator_share: 100, archived: true }
campaigns:`
  const said = await files.apply(KITCHEN.replace('campaigns:', second))
  if (!said.endsWith('Done.')) throw new Error(said)
  await allJobsDone(server)
})
afterAll(async () => {
  files.remove()
  await server.stop()
})

async function get<Body>(path: string): Promise<Body> {
  const response = await ana.send('GET', path)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
const status = async (path: string) => (await ana.send('GET', path)).status
type Rows<Row> = { results: Row[]; next: string | null; count: number }
const brandId = async (key: string) =>
  String((await server.deps.sql`select id from brands where key = ${key}`)[0]?.['id'])

test('a brand tells what a creator should know before sharing (R-512, R-523, R-531)', async () => {
  const id = await brandId('sample-kitchen')
  const brand = await get<brands.Organization>(`/v2/my/organizations/${id}/`)
  expect(brand).toMatchObject({
    uuid: id,
    name: 'Sample Kitchen',
    website: 'https://kitchen.example',
    domains: ['kitchen.example', 'shop.mall.example/eu'],
    commission_percentage: 10,
    categories: ['Home'],
    is_connected: false,
    terms: { base: 'net', hold_days: 30, return_days: 14, pays: 'when_funded', same_price: false },
  })
  expect((await server.request('GET', brand.logo_url ?? '')).status).toBe(200)
  const found = await get<brands.DiscoveredOrganization>(`/v2/my/discover/organizations/${id}/`)
  expect(found).toMatchObject({ uuid: id, promotions: [{ bonus_amount: 25 }], products: [] })
  for (const root of ['/v2/my/organizations/', '/v2/my/discover/organizations/']) {
    for (const other of [await brandId('gone'), randomUUID(), 'x']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await status(`${root}${other}/`)).toBe(404)
    }
  }
})

test('campaigns are upcoming, active or ended by the clock alone (R-510, R-511, R-513, R-514, R-515, R-516, R-529)', async () => {
  const list = '/v2/my/organizations/campaigns/'
  const spans: [string, string, string][] = [
    ['upcoming', '1 hour', '2 hours'],
    ['active', '-1 hour', '1 hour'],
    ['ended', '-2 hours', '-1 hour'],
  ]
  for (const [state, start, end] of spans) {
    await server.deps.sql`
      update campaigns set starts_at = now() + ${start}::interval, ends_at = now() + ${end}::interval`
    for (const asked of ['active', 'upcoming', 'ended']) {
      const { results } = await get<Rows<brands.Campaign>>(`${list}?status=${asked}`)
      expect(results.map((one) => one.status)).toEqual(asked === state ? [state] : [])
    }
    const { results } = await get<Rows<brands.Campaign>>('/v2/my/campaigns/')
    expect(results).toMatchObject([
      {
        name: 'Light Week',
        status: state,
        organization: { name: 'Sample Kitchen' },
        commission_percentage: 10,
        apply_message: 'Hello, I would like to show a lamp.',
      },
    ])
    const one = await get<brands.Campaign>(`/v2/my/campaigns/${results[0]?.id}/`)
    expect(one).toEqual(results[0])
  }
  expect(await status('/v2/my/campaigns/99999/')).toBe(404)
  expect(await status('/v2/my/campaigns/x/')).toBe(404)
  const refused = await ana.send('GET', `${list}?status=over`)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    errors: { status: ['Choose active, upcoming or ended.'] },
  })
})

test('promotions are events or chances of a bonus, and both addresses answer (R-517, R-518, R-519, R-530)', async () => {
  const list = '/v2/my/organizations/promotions/'
  const types = async (query: string) =>
    (await get<Rows<brands.Promotion>>(list + query)).results.map(({ type }) => type)
  expect(await types('?type=event')).toEqual(['event'])
  expect(await types('?type=bonus_opp')).toEqual(['bonus_opp'])
  expect(await types('?page_size=1')).toHaveLength(1)
  const { results, count, next } = await get<Rows<brands.Promotion>>(`${list}?page_size=1`)
  expect([count, next]).toEqual([2, `${list}?page_size=1&page=2`])
  for (const path of [`/v2/my/promotions/${results[0]?.id}/`, `${list}${results[0]?.id}/`]) {
    expect(await get(path)).toEqual(results[0])
  }
  expect(await status('/v2/my/promotions/99999/')).toBe(404)
  expect(await (await ana.send('GET', `${list}?type=sale`)).json()).toEqual({
    errors: { type: ['Choose event or bonus_opp.'] },
  })
})

const hide = (archived: boolean) =>
  files.apply(`brands: [{ key: sample-kitchen, name: Sample Kitchen, archived: ${archived} }]`)

test('a promotion says which brand it is of, and goes with it (R-530)', async () => {
  const { results } = await get<Rows<brands.Promotion>>('/v2/my/organizations/promotions/')
  const bonus = results.find(({ type }) => type === 'bonus_opp')
  expect(bonus).toMatchObject({
    title: '$25 when you sell five',
    organization: { name: 'Sample Kitchen' },
    url: 'https://kitchen.example/five',
    bonus_amount: 25,
  })
  expect(results.find(({ type }) => type === 'event')).toMatchObject({
    title: 'Spring fair',
    organization: null,
    bonus_amount: null,
  })
  onTestFinished(async () => void (await hide(false)))
  await hide(true)
  const left = await get<Rows<brands.Promotion>>('/v2/my/organizations/promotions/')
  expect([left.results.map(({ title }) => title), left.count]).toEqual([['Spring fair'], 1])
  expect(await status(`/v2/my/promotions/${bonus?.id}/`)).toBe(404)
})

async function found(query: Record<string, string>) {
  const asked = new URLSearchParams(query).toString()
  const path = `/v2/my/discover/organizations/?${asked}`
  return (await get<Rows<brands.Organization>>(path)).results.map(({ name }) => name)
}

test('brands are found by a part of their name, a category, or the address of a shop (A-101)', async () => {
  expect(await found({})).toEqual(['Demo Lamps', 'Sample Kitchen'])
  expect(await found({ category: 'Home' })).toEqual(['Sample Kitchen'])
  for (const q of [
    'KITCH',
    'mall.example',
    'https://www.kitchen.example/pan?a=b',
    'de.kitchen.example',
  ])
    expect(await found({ q }), q).toEqual(['Sample Kitchen'])
  for (const q of [
    'notkitchen.example',
    'https://shop.mall.example/us',
    'gone.example',
    '%',
    'a b',
  ])
    expect(await found({ q }), q).toEqual([])
  expect(await found({ q: 'kitchen.example', category: 'Beauty' })).toEqual([])
})

const banner = async () => (await get<Facts>('/v2/my/facts/')).banner
const ending = (after: string) => server.deps.sql`
  update promotions set starts_at = null, ends_at = now() + ${after}::interval where key = 'fair'`

test('the banner is the next promotion that ends within three days, and only while it runs (R-083, D-58)', async () => {
  await ending('73 hours')
  expect(await banner()).toBeNull()
  await ending('71 hours')
  expect(await banner()).toMatchObject({ title: 'Spring fair' })
  await ending('-1 minute')
  expect(await banner()).toBeNull()
})

test('stores are listed and found, and a domain can be asked for (R-525, R-526)', async () => {
  const stores = await get<Rows<brands.Store>>('/v1/merchants/stores')
  expect(stores.results.map(({ domain }) => domain)).toEqual([
    'lamps.example',
    'kitchen.example',
    'shop.mall.example/eu',
  ])
  const found = await get<Rows<brands.Store>>('/v1/merchants/stores?q=MALL')
  expect(found.results).toMatchObject([{ name: 'Sample Kitchen', commission_percentage: 10 }])
  expect((await get<Rows<brands.Store>>('/v1/merchants/stores?q=%25')).results).toEqual([])
  const check = (domain: string) =>
    get<brands.CheckedDomain>(`/v1/check_domain?domain=${encodeURIComponent(domain)}`)
  expect(await check('https://www.kitchen.example/pan?a=b')).toEqual({
    domain: 'kitchen.example',
    in_network: true,
    organization: { uuid: await brandId('sample-kitchen'), name: 'Sample Kitchen' },
    commission_percentage: 10,
  })
  expect(await check('gone.example')).toEqual({
    domain: 'gone.example',
    in_network: false,
    organization: null,
    commission_percentage: null,
  })
  for (const domain of ['', 'lamp', 'a b.example', 'javascript:alert(1)', 'https://']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await status(`/v1/check_domain?domain=${encodeURIComponent(domain)}`), domain).toBe(400)
  }
})
