import { expect, test } from 'vitest'
import { ask, fieldError } from '#support/server/asking.ts'
import { addLink, LINKS, linkPath, readLink, type Made } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator({
  appOrigin: 'https://app.example',
  shortLinkHost: 'https://go.example',
})

const create = (body: object) => ask<Made>(ana, 'POST', LINKS, body)

const HTTP_ONLY = 'Only http and https links can be shortened.'
const INVALID = 'Enter a valid URL, like https://example.com/page.'
test.each([
  ['javascript:alert(1)', HTTP_ONLY],
  ['JavaScript:alert(1)', HTTP_ONLY],
  [' data:text/html,<script>alert(1)</script>', HTTP_ONLY],
  ['file:///etc/passwd', HTTP_ONLY],
  ['ftp://shop.example/', HTTP_ONLY],
  ['mailto:ana@example.com', HTTP_ONLY],
  ['vbscript:x', HTTP_ONLY],
  ['blob:https://shop.example/1', HTTP_ONLY],
  ['http://', INVALID],
  ['https://exa mple.com', INVALID],
  ['lamp', INVALID],
  ['http://a..', INVALID],
  ['https://[::1', INVALID],
  ['http:///', INVALID],
  ['', 'Paste a URL.'],
  ['   ', 'Paste a URL.'],
  [undefined, 'This field is required.'],
  [7, 'This value is not valid.'],
  [`https://a.example/${'x'.repeat(2000)}`, 'Keep this under 2000 characters.'],
  ['https://ana:secret@shop.example/', 'Remove the user name and password from this URL.'],
])('the URL %j is refused on its field: %s (R-173)', async (url, message) => {
  expect(await create({ url })).toEqual(fieldError('url', message))
})

test('own short links are refused as a target, because of the loop (R-173)', async () => {
  const { split_url } = await addLink(ana)
  await server.deps.sql`insert into link_domains (domain, user_id, status)
    values ('links.ana.example', ${ana.uuid}, 'verified')`
  const loop = fieldError('url', 'This is already a short link.')
  const shortHost = `https://go.example https://GO.example./abc https://go.example:443/abc
    http://go.example:443/abc https://go.example:80/abc https://go.example.:443/abc go.example/abc`
  const app = `https://app.example./s/abc http://app.example:443/s/abc https://app.example/s/abc
    https://app.example//s/abc https://app.example/%73/abc https://app.example/x/../s/abc`
  const ours = [split_url, split_url.replace('https', 'http'), 'https://links.ana.example/abc']
  for (const url of [...ours, ...shortHost.split(/\s+/), ...app.split(/\s+/)])
    expect(await create({ url }), url).toEqual(loop)
  expect((await addLink(ana, 'https://app.example/shop')).url).toBe('https://app.example/shop')
})

test('an unknown collection is refused, an empty list is accepted (R-174)', async () => {
  const url = 'https://shop.example/'
  const refused = fieldError('regular_collection_names', 'There is no collection called Lamps.')
  expect(await create({ url, regular_collection_names: ['Lamps'] })).toEqual(refused)
  expect((await create({ url, regular_collection_names: [] })).status).toBe(201)
})

test('another person’s or an unknown id is a 404 with an empty body on every route', async () => {
  const link = await addLink(ana)
  const eve = await signUp(server)
  const routes: [string, string, object?][] = [
    ['GET', linkPath(link)],
    ['PATCH', linkPath(link), { name: 'Mine now' }],
    ['POST', `${linkPath(link)}clone/`],
    ['POST', `${linkPath(link)}extract/`],
  ]
  for (const [method, path, body] of routes) {
    expect(await ask(eve, method, path, body), path).toEqual({ status: 404, body: {} })
    for (const id of [crypto.randomUUID(), 'no-uuid', '%00', "1'or'1"]) {
      const missing = await ask(ana, method, path.replace(link.uuid, id), body)
      expect(missing, id).toEqual({ status: 404, body: {} })
    }
  }
  const cloned = await eve.send('POST', '/v1/users/me/links/split/clone', { uuid: link.uuid })
  expect(cloned.status).toBe(400)
  expect((await readLink(ana, link)).name).toBe('shop.example')
})

test('malformed and oversize bodies are refused, unknown fields ignored', async () => {
  const invalid = { errors: { non_field_errors: ['Send a JSON object.'] } }
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
  const foreign = { user_id: 1, commission_percentage: 50, lifetime_clicks: 99 }
  const { result } = (await create({ url: 'https://a.example', ...foreign })).body
  expect(result.lifetime_clicks).toBe(0)
  expect(result.commission_percentage).toBeNull()
})
