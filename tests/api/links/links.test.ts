import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ShortLink } from '#contract/links.ts'
import { addBrand, addLink, countClicks, LINKS, linkPath, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer({
    appOrigin: 'https://app.example',
    shortLinkHost: 'https://go.example',
  })
  ana = await signUp(server)
})
afterAll(() => server.stop())

test('a link is created with every field of the contract (R-140, R-143, R-148, R-160, R-173)', async () => {
  const response = await ana.send('POST', LINKS, { url: 'https://www.shop.example/lamp?a=1' })
  expect(response.status).toBe(201)
  const { result } = (await response.json()) as { result: ShortLink }
  expect(v.parse(v.strictObject(ShortLink.entries), result)).toEqual(result)
  expect(result.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(result).toMatchObject({
    name: 'shop.example',
    image_url: null,
    domain: 'shop.example',
    url: 'https://www.shop.example/lamp?a=1',
    url_editable: true,
    target_url: 'https://www.shop.example/lamp?a=1',
    split_url: `https://go.example/${result.short_code}`,
    commission_percentage: null,
    lifetime_clicks: 0,
    lifetime_commissions: 0,
    lifetime_revenue: 0,
    meta_extraction_progress: 0,
    meta_extraction_error: null,
    regular_collection_names: [],
    tags: [],
    treat_as_in_network: false,
    treat_as_in_network_editable: false,
    link_domain_id: { domain: 'go.example', id: 1, is_main: true },
    utm_source: '',
    is_hidden: false,
  })
  expect(new Date(result.created_at).toISOString()).toBe(result.created_at)
})

test('a link is read bare, with and without the final slash (R-176)', async () => {
  const link = await addLink(ana)
  expect(await readLink(ana, link)).toEqual(link)
  const response = await ana.send('GET', `${LINKS}${link.uuid}`)
  expect(await response.json()).toEqual(link)
})

const normalised = async (typed: string) => (await addLink(ana, typed)).url

test('the URL is normalised, a missing scheme is added (R-144, R-198)', async () => {
  expect(await normalised('example.com')).toBe('http://example.com/')
  expect(await normalised('  example.com/a?x=1#y ')).toBe('http://example.com/a/?x=1#y')
  expect(await normalised('example.com/item.html')).toBe('http://example.com/item.html')
  expect(await normalised('example.com:8080/a')).toBe('http://example.com:8080/a/')
  expect(await normalised('HTTPS://Shop.EXAMPLE/Path')).toBe('https://shop.example/Path')
  expect(await normalised('https://bücher.example/')).toBe('https://xn--bcher-kva.example/')
  expect(await normalised('https://shop.example/a b')).toBe('https://shop.example/a%20b')
  expect(await normalised('http://localhost:5173/x')).toBe('http://localhost:5173/x')
})

test('the hint is for the first link alone, also of two made at once (R-159)', async () => {
  const ben = await signUp(server)
  const both = await Promise.all([addLink(ben), addLink(ben)])
  expect(both.filter((link) => link.has_tutorial_enabled)).toHaveLength(1)
  expect((await addLink(ben)).has_tutorial_enabled).toBe(false)
})

test('a store of the network makes a link earn, its subdomains too (R-149, R-157, R-158)', async () => {
  await addBrand(server, 'brand.example', 750)
  const link = await addLink(ana, 'https://de.brand.example/sofa')
  expect(link).toMatchObject({
    commission_percentage: 7.5,
    treat_as_in_network: true,
    treat_as_in_network_editable: true,
  })
  const other = await addLink(ana, 'https://notbrand.example/sofa')
  expect(other.treat_as_in_network_editable).toBe(false)
})

test('money is answered in dollars (R-151, R-152)', async () => {
  const link = await addLink(ana)
  await server.deps
    .sql`update links set revenue_cents = 12345, commission_cents = 926 where id = ${link.uuid}`
  expect(await readLink(ana, link)).toMatchObject({
    lifetime_revenue: 123.45,
    lifetime_commissions: 9.26,
  })
})

test('a clone is a link of its own with the same content (R-167, R-178, R-179)', async () => {
  const link = await addLink(ana, 'https://shop.example/clone-me')
  await ana.send('PATCH', linkPath(link), { name: 'Lamp', tags: ['a', 'b'], utm_source: 'ig' })
  await countClicks(server, link, 5)
  const v2 = await ana.send('POST', `${linkPath(link)}clone/`)
  const v1 = await ana.send('POST', '/v1/users/me/links/split/clone', { uuid: link.uuid })
  for (const response of [v2, v1]) {
    expect(response.status).toBe(201)
    const { result } = (await response.json()) as { result: ShortLink }
    expect(result).toMatchObject({
      name: 'Lamp',
      url: 'https://shop.example/clone-me',
      tags: ['a', 'b'],
      utm_source: 'ig',
      lifetime_clicks: 0,
      url_editable: true,
      is_hidden: false,
      has_tutorial_enabled: false,
    })
    expect(result.uuid).not.toBe(link.uuid)
    expect(result.short_code).not.toBe(link.short_code)
  }
  const unknown = { uuid: crypto.randomUUID() }
  const refused = await ana.send('POST', '/v1/users/me/links/split/clone', unknown)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({ errors: { uuid: ['There is no such link.'] } })
})

test('the next short code is free, readable and not reserved (R-181)', async () => {
  const codes = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const response = await ana.send('GET', `${LINKS}next_short_code/`)
    const body = (await response.json()) as { result: { short_code: string } }
    expect(body.result.short_code).toMatch(/^[2-9b-df-hj-km-np-tv-z]{6,7}$/)
    codes.add(body.result.short_code)
  }
  expect(codes.size).toBe(20)
})

test('the domains are those that lead on: the main one, until somebody has proven theirs (R-182, R-446, R-447)', async () => {
  const ben = await signUp(server)
  await server.deps
    .sql`insert into link_domains (domain, user_id) values ('ben.example', ${ben.uuid})`
  const main = { id: 1, domain: 'go.example', is_main: true }
  for (const path of [
    `${LINKS}domains/`,
    '/v1/users/me/links/domains/active/',
    '/v1/users/me/links/domains/',
  ]) {
    expect(await (await ben.send('GET', path)).json()).toEqual({ results: [main] })
  }
})

test('a repeated create with one key makes one link', async () => {
  const ben = await signUp(server)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const body = { url: 'https://shop.example/once' }
  const first = await ben.send('POST', LINKS, body, headers)
  const again = await ben.send('POST', LINKS, body, headers)
  expect(await again.json()).toEqual(await first.json())
  const [count] = await server.deps.db.execute<{ n: number }>(
    sql`select count(*)::int as n from links where user_id = ${ben.uuid}`,
  )
  expect(count?.n).toBe(1)
})
