import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type * as brands from '#contract/partners/brands.ts'
import type { Facts } from '#contract/facts.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { startWithBrands, type Rows } from '#support/server/links/brand-list.ts'

const { server, files, ana, get, brandId } = await startWithBrands()

const status = async (path: string) => (await ana.send('GET', path)).status

test('a brand shows its terms, stores and logo (R-512, R-523, R-531)', async () => {
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

test('the state of a campaign depends on the time alone (R-510, R-511, R-513, R-514, R-515, R-516, R-529)', async () => {
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
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      name: 'Light Week',
      status: state,
      organization: { name: 'Sample Kitchen' },
      commission_percentage: 10,
      apply_message: 'Hello, I would like to show a lamp.',
    })
    expect(await get(`/v2/my/campaigns/${results[0]?.id}/`)).toEqual(results[0])
  }
  expect(await status('/v2/my/campaigns/99999/')).toBe(404)
  expect(await status('/v2/my/campaigns/x/')).toBe(404)
  const refused = fieldError('status', 'Choose active, upcoming or ended.')
  expect(await ask(ana, 'GET', `${list}?status=over`)).toEqual(refused)
})

test('promotions are filtered by type and readable at both addresses (R-517, R-518, R-519, R-530)', async () => {
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
  const refused = fieldError('type', 'Choose event or bonus_opp.')
  expect(await ask(ana, 'GET', `${list}?type=sale`)).toEqual(refused)
})

const hide = (archived: boolean) =>
  files.apply(`brands: [{ key: sample-kitchen, name: Sample Kitchen, archived: ${archived} }]`)

test('a promotion names its brand and is hidden with it (R-530)', async () => {
  const { results } = await get<Rows<brands.Promotion>>('/v2/my/organizations/promotions/')
  const bonus = results.find(({ type }) => type === 'bonus_opp')
  expect(bonus).toMatchObject({
    title: '$25 when you sell five',
    organization: { name: 'Sample Kitchen' },
    url: 'https://kitchen.example/five',
    bonus_amount: 25,
  })
  const event = { title: 'Spring fair', organization: null, bonus_amount: null }
  expect(results.find(({ type }) => type === 'event')).toMatchObject(event)
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
  const hosts = ['mall.example', 'https://www.kitchen.example/pan?a=b', 'de.kitchen.example']
  for (const q of ['KITCH', ...hosts]) expect(await found({ q }), q).toEqual(['Sample Kitchen'])
  const others = ['notkitchen.example', 'https://shop.mall.example/us', 'gone.example']
  for (const q of [...others, '%', 'a b']) expect(await found({ q }), q).toEqual([])
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

const check = (domain: string) =>
  ask(ana, 'GET', `/v1/check_domain?domain=${encodeURIComponent(domain)}`)

test('stores are listed and searched, and a domain can be looked up (R-525, R-526)', async () => {
  const stores = await get<Rows<brands.Store>>('/v1/merchants/stores')
  const domains = ['lamps.example', 'kitchen.example', 'shop.mall.example/eu']
  expect(stores.results.map(({ domain }) => domain)).toEqual(domains)
  const found = await get<Rows<brands.Store>>('/v1/merchants/stores?q=MALL')
  expect(found.results).toMatchObject([{ name: 'Sample Kitchen', commission_percentage: 10 }])
  expect((await get<Rows<brands.Store>>('/v1/merchants/stores?q=%25')).results).toEqual([])
  expect((await check('https://www.kitchen.example/pan?a=b')).body).toEqual({
    domain: 'kitchen.example',
    in_network: true,
    organization: { uuid: await brandId('sample-kitchen'), name: 'Sample Kitchen' },
    commission_percentage: 10,
  })
  expect((await check('gone.example')).body).toEqual({
    domain: 'gone.example',
    in_network: false,
    organization: null,
    commission_percentage: null,
  })
  for (const domain of ['', 'lamp', 'a b.example', 'javascript:alert(1)', 'https://']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await check(domain)).status, domain).toBe(400)
  }
})
