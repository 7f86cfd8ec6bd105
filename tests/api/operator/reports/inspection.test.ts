import { describe, expect, test } from 'vitest'
import { formerCodes } from '../../../../server/platform/db/schema.ts'
import { addLink as madeBy, editLink as editedBy, readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { addBrand, addLink, eventsOf, newCode, visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer({ listen: true })
const own = await startTestServer({
  listen: true,
  sharedServer: server,
  shortLinkHost: 'https://go.example',
})

const look = (code: string, method = 'GET') => visit(server, `/s/${code}+`, { method })
const read = { metaProgress: 100 }
/** Returns the visible text. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

describe('a short link followed by + shows', () => {
  test('the complete target with a highlighted host, and a nofollow link', async () => {
    const url = 'https://shop.example/a/b?x=1&y=<script>'
    const link = await addLink(server, { url, utmSource: 'story' })
    const { status, body } = await look(link.shortCode)
    expect(status).toBe(200)
    const expected = 'https://shop.example/a/b?x=1&y=&lt;script&gt;&utm_source=story'
    expect(wordsOf(body)).toContain(expected)
    expect(body).toContain('<strong>shop.example</strong>')
    const [anchor = ''] = /<a class="button"[^>]*>/.exec(body) ?? []
    expect(anchor).toContain('href="https://shop.example/a/b?x=1&amp;y=')
    expect(anchor).toContain('rel="noopener nofollow ugc"')
    expect(body).not.toContain('<script')
  })

  test.each([
    ['in its own letters', 'xn--bcher-kva.example', 'bücher.example'],
    ['in ASCII if it imitates another', 'xn--80ak6aa92e.example', 'xn--80ak6aa92e.example'],
  ])('the internationalized host %s, and the button opens it', async (_what, host, shown) => {
    const link = await addLink(server, { url: `https://${host}/a` })
    const { body } = await look(link.shortCode)
    expect(wordsOf(body)).toContain(`https://${shown}/a`)
    expect(wordsOf(body)).toContain(`Open ${shown}`)
    expect(body).toContain(`href="https://${host}/a"`)
  })

  test('its creation date', async () => {
    const link = await addLink(server, { createdAt: new Date('2026-05-12T23:30:00Z') })
    expect(wordsOf((await look(link.shortCode)).body)).toContain('Created on May 12, 2026.')
  })

  test('the same for any case of its code and for former codes', async () => {
    const link = await addLink(server)
    const code = newCode()
    await server.deps.db.insert(formerCodes).values({ domainId: 1, code, linkId: link.id })
    for (const path of [
      `/s/${link.shortCode.toUpperCase()}+`,
      `/s/${link.shortCode}%2B`,
      `/s/${link.shortCode}+/`,
      `/s/${code}+?x=1`,
    ])
      expect((await visit(server, path)).body).toContain(link.url)
  })

  test('its title as text, not as HTML', async () => {
    const link = await addLink(server, { ...read, name: '<img src=x onerror=alert(1)> & more' })
    const { body } = await look(link.shortCode)
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
  })

  test('it without counting a click, also for HEAD and bots', async () => {
    const link = await addLink(server)
    await look(link.shortCode)
    await look(link.shortCode, 'HEAD')
    await visit(server, `/s/${link.shortCode}+`, { headers: { 'User-Agent': 'curl/8' } })
    expect(await eventsOf(server, link)).toEqual([])
  })

  test('no name, address, numbers or tags of its owner', async () => {
    const ana = await signUp(server)
    const link = await madeBy(ana, 'http://shop.example/lamp')
    await editedBy(ana, link, { name: 'My secret name', tags: ['secret-tag'], is_hidden: true })
    for (let n = 0; n < 7; n++) await visit(server, `/s/${link.short_code}`)
    const { body } = await look(link.short_code)
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1 })
    expectNoParts(wordsOf(body), 'secret', ana.email, ana.uuid, link.uuid, 'hidden', 'click')
  })

  test('whether it earns commission and forwards parameters', async () => {
    const brandId = await addBrand(server, 'subid')
    const plain = await addLink(server)
    const link = await addLink(server, { brandId, treatAsInNetwork: true, passQuery: true })
    const words = wordsOf((await look(link.shortCode)).body)
    expect(words).toContain('may earn a commission when you buy there')
    expect(words).toContain('Extra parameters after “?” are forwarded.')
    expect(wordsOf((await look(plain.shortCode)).body)).not.toMatch(/may earn|forwarded/)
  })

  test('the fallback of an expired link instead of its target', async () => {
    const ended = { expiresAt: new Date(Date.now() - 1000), ...read, name: 'Old title' }
    const url = 'https://shop.example/old'
    const led = await addLink(server, { ...ended, url, fallbackUrl: 'https://next.example/' })
    const { body } = await look(led.shortCode)
    expect(wordsOf(body)).toContain('This link has ended. It now redirects here:')
    expect(wordsOf(body)).toContain('https://next.example/')
    expect(body).not.toMatch(/shop\.example|Old title/)
    const alone = await addLink(server, { ...ended, url })
    const nowhere = (await look(alone.shortCode)).body
    expect(wordsOf(nowhere)).toContain('This link has ended. It does not redirect.')
    expect(nowhere).not.toContain('class="button" href')
  })

  test('no target that is not a web address', async () => {
    const link = await addLink(server, { url: 'javascript:alert(1)' })
    expect((await look(link.shortCode)).body).not.toContain('javascript:')
  })
})

describe('the inspection page', () => {
  test('has no scripts and no content of other sites, and is not cached or indexed', async () => {
    const link = await addLink(server)
    const { headers } = await look(link.shortCode)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('is a 404 for unknown codes and other paths', async () => {
    expect(await look('nobody-has-this')).toMatchObject({ status: 404 })
    expect((await look('nobody-has-this')).body).toContain('This link does not exist')
    expect((await look('nobody-has-this')).body).toMatch(/href="\/">\s*Go to Split/)
    for (const path of ['/s/+', '/s/a+', '/s/a/b+', '/s/%2f+', '/s/abc++'])
      expect(await visit(server, path)).toMatchObject({ status: 404, location: undefined })
  })

  test('is reached by a redirect from a separate short host', async () => {
    const link = await addLink(server)
    const to = `${own.deps.config.appOrigin}/s/${link.shortCode}+`
    for (const path of [`/${link.shortCode}+`, `/s/${link.shortCode}+?a=1`]) {
      const answer = await visit(own, path, { host: 'go.example' })
      expect(answer).toMatchObject({ status: 302, location: to })
    }
    const { status, body } = await visit(own, `/s/${link.shortCode}+`)
    expect(status).toBe(200)
    expect(wordsOf(body)).toContain(`go.example/${link.shortCode}`)
  })
})
