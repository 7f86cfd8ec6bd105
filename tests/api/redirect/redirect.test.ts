import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { formerCodes } from '../../../server/platform/db/schema.ts'
import { addLink as createLink, readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import {
  addBrand,
  addLink,
  editLink,
  eventsOf,
  newCode,
  visit,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
/** Server that answers short links on a host of their own. */
const go = { shortLinkHost: 'https://go.example' }
const own = await startTestServer({ listen: true, sharedServer: server, ...go })

const target = async (path: string, on = server) => (await visit(on, path)).location

describe('a short link redirects (R-138, R-139, A-038)', () => {
  test('a link made through the API answers 302 with its target and counts the click (R-139, R-146, R-147, R-150)', async () => {
    const person = await signUp(server)
    const link = await createLink(person, 'http://shop.example/shoe?size=9')
    const answer = await visit(server, new URL(link.split_url).pathname)
    expect(answer).toMatchObject({ status: 302, location: link.target_url })
    expect(await readLink(person, link)).toMatchObject({ lifetime_clicks: 1 })
  })

  test('the answer is never cached, so that every click arrives (A-038)', async () => {
    const link = await addLink(server)
    const { headers } = await visit(server, `/s/${link.shortCode}`)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })

  test('letter case and a final slash do not matter', async () => {
    const link = await addLink(server, { shortCode: `Mixed-${newCode()}` })
    for (const path of [link.shortCode, link.shortCode.toUpperCase(), `${link.shortCode}/`])
      expect(await target(`/s/${path}`)).toBe(link.url)
  })

  test('HEAD gets the same answer', async () => {
    const link = await addLink(server)
    const answer = await visit(server, `/s/${link.shortCode}`, { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 302, location: link.url, body: '' })
  })

  test('utm fields are added and replace those of the URL; the rest is unchanged (R-161)', async () => {
    const link = await addLink(server, {
      url: 'http://shop.example/a?x=%7e1&utm_source=old&y=a+b#part',
      utmSource: 'my story & co',
      utmCampaign: 'spring',
    })
    expect(await target(`/s/${link.shortCode}`)).toBe(
      'http://shop.example/a?x=%7e1&y=a+b&utm_source=my%20story%20%26%20co&utm_campaign=spring#part',
    )
  })

  test('a hidden link still redirects (D-23)', async () => {
    const link = await addLink(server, { isHidden: true })
    expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
  })

  test('a former code redirects to the current target of the link (D-23)', async () => {
    const link = await addLink(server)
    const code = newCode()
    await server.deps.db.insert(formerCodes).values({ domainId: 1, code, linkId: link.id })
    expect(await target(`/s/${code}`)).toBe(link.url)
    await editLink(server, link, { url: 'http://shop.example/moved' })
    expect(await target(`/s/${code}`)).toBe('http://shop.example/moved')
  })
})

describe('the click id of links in the network (R-187, D-21, D-45)', () => {
  test('every click has its own id, in the brand’s parameter', async () => {
    const brandId = await addBrand(server, 'subid')
    const url = 'http://shop.example/p?a=1&subid=copied#reviews'
    const link = await addLink(server, { url, brandId, treatAsInNetwork: true })
    const seen = [await target(`/s/${link.shortCode}`), await target(`/s/${link.shortCode}`)]
    const ids = seen.map((location) => new URL(location ?? '').searchParams.getAll('subid'))
    expect(seen[0]).toBe(`http://shop.example/p?a=1&subid=${ids[0]?.[0]}#reviews`)
    const events = await eventsOf(server, link)
    expect(ids.flat()).toHaveLength(2)
    expect(new Set(events.map((event) => event.id))).toEqual(new Set(ids.flat()))
    expect(events.map((event) => event.brandId)).toEqual([brandId, brandId])
  })

  test('an opted-out link has no click id', async () => {
    const brandId = await addBrand(server, 'subid')
    const link = await addLink(server, { brandId, treatAsInNetwork: false })
    expect(await target(`/s/${link.shortCode}`)).toBe(link.url)
  })
})

describe('the request does not affect the target (A-038)', () => {
  test('query, headers and fragments of the request are ignored', async () => {
    const link = await addLink(server)
    const path = `/s/${link.shortCode}?url=http://evil.example&utm_source=x`
    const hosts = { 'X-Forwarded-Host': 'evil.example', 'X-Original-URL': '//evil.example' }
    const headers = { ...hosts, Referer: 'http://evil.example/' }
    expect((await visit(server, path, { headers })).location).toBe(link.url)
  })

  test.each([
    '/s/%2f%2fevil.example',
    '/s//evil.example',
    '/s/..%2f..%2fevil',
    '/s/abc%0d%0aLocation:%20http://evil.example',
    '/s/abc\\evil.example',
    '/s/http://evil.example',
    '/s/@evil.example',
  ])('%s does not redirect', async (path) => {
    expect(await visit(server, path)).toMatchObject({ status: 404, location: undefined })
  })

  test('line breaks in a request line do not reach the answer', async () => {
    const { hostname, port } = new URL(server.origin ?? '')
    const socket = connectSocket(Number(port), hostname)
    socket.end('GET /s/abc\rX-Injected:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).not.toMatch(/injected/i)
  })

  test('a stored URL with invalid characters is encoded', async () => {
    const link = await addLink(server, { url: 'http://shop.example/caf\u00e9\r\nX-Evil: 1' })
    const answer = await visit(server, `/s/${link.shortCode}`)
    expect(answer.location).toBe('http://shop.example/caf%C3%A9X-Evil:%201')
    expect(answer.headers['x-evil']).toBeUndefined()
  })

  test('a stored URL that is not http is never sent', async () => {
    const link = await addLink(server, { url: 'javascript:alert(1)' })
    expect((await visit(server, `/s/${link.shortCode}`)).status).toBe(404)
  })
})

describe('addresses that are not short links', () => {
  test('an unknown code is a 404 page without script (A-038)', async () => {
    const answer = await visit(server, '/s/nobody-has-this')
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain('This link does not work')
    expect(answer.body).not.toContain('<script')
  })

  test('its page has our font and colours, and a link to the app', async () => {
    const { body, headers } = await visit(server, '/s/nobody-has-this')
    const { appOrigin } = server.deps.config
    expect(body).toContain(`<a href="${appOrigin}/">Go to Split</a>`)
    expect(body).toContain(`url(${appOrigin}/fonts/split-instrument-sans.woff2)`)
    expect(headers['content-security-policy']).toContain(`font-src ${appOrigin};`)
    const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8')
    for (const name of ['text', 'text-2', 'brand-a', 'brand-b', 'action']) {
      const [, ...colours] =
        new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
      const shown = body.match(new RegExp(`--${name}:#\\w+`, 'g'))
      expect(shown).toEqual(colours.map((colour) => `--${name}:${colour}`))
    }
  })

  const BARE = ['/s', '/s/', '/s?x=1', '/s/a']
  test.each([...BARE, `/s/${'a'.repeat(51)}`])('%s is a 404', async (path) => {
    expect((await visit(server, path)).status).toBe(404)
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused with 405', async (method) => {
    const link = await addLink(server)
    const answer = await visit(server, `/s/${link.shortCode}`, { method })
    expect(answer).toMatchObject({ status: 405, location: undefined })
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect(await eventsOf(server, link)).toEqual([])
  })

  test('paths with the same beginning belong to the app', async () => {
    expect((await visit(server, '/splitlinks')).body).not.toContain('This link does not work')
  })
})

const at = (path: string) => visit(own, path, { host: 'Go.Example' })

describe('a short host of its own (D-04)', () => {
  test('serves codes at its root and nothing else', async () => {
    const link = await addLink(server)
    expect(await at(`/${link.shortCode}`)).toMatchObject({ status: 302, location: link.url })
    for (const path of ['/', '/v1/users/me', '/healthz', `/x/${link.shortCode}`]) {
      expect(await at(path)).toMatchObject({ status: 404 })
      expect((await at(path)).body).toContain('This link does not work')
      expect((await at(path)).body).toContain(`href="${own.deps.config.appOrigin}/"`)
    }
  })

  const SAME = ['go.example.', 'GO.EXAMPLE.', 'go.example:443', 'go.example:80']
  test.each([...SAME, 'go.example.:443', 'go.example.:80'])('is the same as %s', async (host) => {
    const link = await addLink(server)
    const answer = await visit(own, `/${link.shortCode}`, { host })
    expect(answer).toMatchObject({ status: 302, location: link.url })
    expect(await visit(own, '/', { host })).toMatchObject({ status: 404 })
    const { location } = await visit(own, `/${link.shortCode}+`, { host })
    expect(location).toMatch(new RegExp(`/s/${link.shortCode}\\+$`))
  })

  const OTHERS = ['app.example.', 'app.example:443', 'go.example:8443', 'go.example.evil.example']
  test.each(OTHERS)('is another host than %s, where the app answers', async (host) => {
    const link = await addLink(server)
    expect((await visit(own, `/${link.shortCode}`, { host })).location).toBeUndefined()
    expect((await visit(own, '/healthz', { host })).status).toBe(200)
    expect((await visit(own, `/s/${link.shortCode}`, { host })).location).toBe(link.url)
  })

  test('links below /s of the app keep working', async () => {
    const link = await addLink(server)
    expect(await target(`/s/${link.shortCode}`, own)).toBe(link.url)
    expect((await visit(own, `/${link.shortCode}`)).location).toBeUndefined()
  })
})
