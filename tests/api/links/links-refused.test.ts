import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links.ts'
import { addLink, LINKS, linkPath, readLink } from '#support/server/links.ts'
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

async function refusal(person: Person, body: unknown) {
  const response = await person.send('POST', LINKS, body)
  expect(response.status).toBe(400)
  return (await response.json()) as unknown
}

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
    .sql`insert into link_domains (domain, user_id, status) values ('links.ana.example', ${ana.uuid}, 'verified')`
  for (const url of [
    split_url,
    split_url.replace('https', 'http'),
    'https://go.example',
    'https://GO.example./abc',
    'https://go.example:443/abc',
    'http://go.example:443/abc',
    'https://go.example:80/abc',
    'https://go.example.:443/abc',
    'https://app.example./s/abc',
    'http://app.example:443/s/abc',
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
  const extra = {
    url: 'https://a.example',
    user_id: 1,
    commission_percentage: 50,
    lifetime_clicks: 99,
  }
  const response = await ana.send('POST', LINKS, extra)
  const { result } = (await response.json()) as { result: ShortLink }
  expect(result.lifetime_clicks).toBe(0)
  expect(result.commission_percentage).toBeNull()
})
