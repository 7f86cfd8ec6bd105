import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ShortLink } from '../../src/contract/links.ts'
import {
  addBrand,
  addLink,
  countClicks,
  LINKS,
  linkPath,
  readLink,
} from '../support/server/links.ts'
import { signUp, type Person } from '../support/server/people.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

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

async function refusal(person: Person, body: unknown) {
  const response = await person.send('POST', LINKS, body)
  expect(response.status).toBe(400)
  return (await response.json()) as unknown
}

test('a link is created with every field of the contract (R-140 to R-161, R-173)', async () => {
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

test('the URL is normalised, a missing scheme is added (R-144, R-198)', async () => {
  const url = async (typed: string) => (await addLink(ana, typed)).url
  expect(await url('example.com')).toBe('http://example.com/')
  expect(await url('  example.com/a?x=1#y ')).toBe('http://example.com/a/?x=1#y')
  expect(await url('example.com/item.html')).toBe('http://example.com/item.html')
  expect(await url('example.com:8080/a')).toBe('http://example.com:8080/a/')
  expect(await url('HTTPS://Shop.EXAMPLE/Path')).toBe('https://shop.example/Path')
  expect(await url('https://bücher.example/')).toBe('https://xn--bcher-kva.example/')
  expect(await url('https://shop.example/a b')).toBe('https://shop.example/a%20b')
  expect(await url('http://localhost:5173/x')).toBe('http://localhost:5173/x')
})

test('what is no web address is refused on its field (R-173)', async () => {
  const only = { errors: { url: ['Only http and https links can be shortened.'] } }
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'mailto:ana@example.com',
    'vbscript:x',
    'blob:https://shop.example/1',
  ]) {
    expect(await refusal(ana, { url })).toEqual(only)
  }
  const invalid = { errors: { url: ['Enter a valid URL, like https://example.com/page.'] } }
  for (const url of [
    'http://',
    'https://exa mple.com',
    'lamp',
    'http://a..',
    'https://[::1',
    'http:///',
  ]) {
    expect(await refusal(ana, { url }), url).toEqual(invalid)
  }
  expect(await refusal(ana, { url: '' })).toEqual({ errors: { url: ['Paste a URL.'] } })
  expect(await refusal(ana, { url: '   ' })).toEqual({ errors: { url: ['Paste a URL.'] } })
  expect(await refusal(ana, {})).toEqual({ errors: { url: ['This field is required.'] } })
  expect(await refusal(ana, { url: 7 })).toEqual({ errors: { url: ['This value is not valid.'] } })
  expect(await refusal(ana, { url: `https://a.example/${'x'.repeat(2000)}` })).toEqual({
    errors: { url: ['Keep this under 2000 characters.'] },
  })
  expect(await refusal(ana, { url: 'https://ana:secret@shop.example/' })).toEqual({
    errors: { url: ['Take the user name and password out of this URL.'] },
  })
})

test('a short link of ours is no target: that would be a loop (R-173)', async () => {
  const { split_url } = await addLink(ana)
  await server.deps
    .sql`insert into link_domains (domain, user_id) values ('links.ana.example', ${ana.uuid})`
  for (const url of [
    split_url,
    split_url.replace('https', 'http'),
    'https://go.example',
    'https://GO.example./abc',
    'go.example/abc',
    'https://app.example/s/abc',
    'https://app.example//s/abc',
    'https://app.example/%73/abc',
    'https://app.example/x/../s/abc',
    'https://links.ana.example/abc',
  ]) {
    expect(await refusal(ana, { url }), url).toEqual({
      errors: { url: ['This is already a short link.'] },
    })
  }
  expect((await addLink(ana, 'https://app.example/shop')).url).toBe('https://app.example/shop')
})

test('a collection that does not exist is refused, none is fine (R-174)', async () => {
  const url = 'https://shop.example/'
  expect(await refusal(ana, { url, regular_collection_names: ['Lamps'] })).toEqual({
    errors: { regular_collection_names: ['There is no collection called Lamps.'] },
  })
  const response = await ana.send('POST', LINKS, { url, regular_collection_names: [] })
  expect(response.status).toBe(201)
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

test('the domains: the main one and their own, nobody else’s (R-182)', async () => {
  const [ben, eve] = [await signUp(server), await signUp(server)]
  await server.deps
    .sql`insert into link_domains (domain, user_id) values ('ben.example', ${ben.uuid})`
  const main = { id: 1, domain: 'go.example', is_main: true }
  const own = { id: expect.any(Number) as number, domain: 'ben.example', is_main: false }
  for (const path of [
    `${LINKS}domains/`,
    '/v1/users/me/links/domains/active/',
    '/v1/users/me/links/domains/',
  ]) {
    expect(await (await ben.send('GET', path)).json()).toEqual({ results: [main, own] })
    expect(await (await eve.send('GET', path)).json()).toEqual({ results: [main] })
  }
})

test('every route asks for a token, and another person’s id is a 404 with an empty body', async () => {
  const link = await addLink(ana)
  const eve = await signUp(server)
  const routes: [string, string, object?][] = [
    ['GET', linkPath(link)],
    ['PATCH', linkPath(link), { name: 'Mine now' }],
    ['POST', `${linkPath(link)}clone/`],
    ['POST', `${linkPath(link)}extract/`],
  ]
  for (const [method, path, body] of routes) {
    const response = await eve.send(method, path, body)
    expect([response.status, await response.json()], path).toEqual([404, {}])
    for (const id of [crypto.randomUUID(), 'no-uuid', '%00', "1'or'1"]) {
      const missing = await ana.send(method, path.replace(link.uuid, id), body)
      expect([missing.status, await missing.json()], id).toEqual([404, {}])
    }
  }
  for (const [method, path, body] of [
    ...routes,
    ['POST', LINKS, { url: 'https://a.example' }],
    ['PATCH', LINKS, { uuids: [link.uuid], tags: [] }],
    ['POST', `${LINKS}search/`, {}],
    ['GET', `${LINKS}next_short_code/`],
    ['GET', `${LINKS}domains/`],
    ['POST', '/v1/users/me/links/split/clone', { uuid: link.uuid }],
    ['GET', '/v1/users/me/links/tags/'],
    ['GET', '/v1/users/me/links/domains/'],
    ['GET', '/v1/users/me/links/domains/active/'],
  ] as [string, string, object?][]) {
    const options = body === undefined ? {} : { body }
    for (const token of [undefined, 'wrong']) {
      const response = await server.request(method, path, {
        ...options,
        ...(token !== undefined && { token }),
      })
      expect([response.status, await response.json()], path).toEqual([401, {}])
    }
  }
  const cloned = await eve.send('POST', '/v1/users/me/links/split/clone', { uuid: link.uuid })
  expect(cloned.status).toBe(400)
  expect((await readLink(ana, link)).name).toBe('shop.example')
})

test('malformed and oversize bodies are refused, unknown fields ignored', async () => {
  const invalid = { errors: { non_field_errors: ['This value is not valid.'] } }
  for (const body of ['{', 'null', '"text"', '7', '{"url":"https://a.example"']) {
    const response = await server.app.request(LINKS, {
      method: 'POST',
      headers: { 'X-API-TOKEN': ana.token, 'Content-Type': 'application/json' },
      body,
    })
    expect([response.status, await response.json()], body).toEqual([400, invalid])
  }
  const big = await ana.send('POST', LINKS, { url: 'https://a.example', more: 'x'.repeat(300_000) })
  expect(big.status).toBe(413)
  const extra = { url: 'https://a.example', user_id: 1, short_code: 'mine', lifetime_clicks: 99 }
  const response = await ana.send('POST', LINKS, extra)
  const { result } = (await response.json()) as { result: ShortLink }
  expect(result.lifetime_clicks).toBe(0)
  expect(result.short_code).not.toBe('mine')
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
