import { describe, expect, test } from 'vitest'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readCase } from '#support/cases.ts'
import { startReading } from '#support/server/links/reading.ts'
import { html, redirectTo } from '#support/server/hosts/shop-site.ts'

const { site, extracted } = await startReading()
const TARGET = 'Kettle of the target'
site.put('/target', html(`<title>${TARGET}</title>`))

const nameOf = async (url: string) => (await extracted(url)).name

let pages = 0
const page = (body: string | Buffer, headers: Record<string, string> = {}) => {
  pages += 1
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  return site.put(`/page${pages}`, { headers: { ...type, ...headers }, body })
}

describe('a refresh of at most five seconds counts as a redirect', () => {
  test('in the page of a short link service', async () => {
    expect(await nameOf(page(readCase('page-meta-refresh.html')))).toBe(TARGET)
  })

  test.each([
    '0;url=/target',
    '0; URL=/target',
    '5;url=/target',
    '0,url=/target',
    '0 url=/target',
    '  1.5 ; url = /target ',
    '.5;/target',
    `0;url='/target'`,
    `0;URL='/target' trailing`,
    '0;url=target',
    '0;url=/\ttarget\n',
    String.raw`0;url=\target`,
  ])('as an element: %j', async (content) => {
    const head = `<title>Moved</title><meta http-equiv="Refresh" content="${content}">`
    expect(await nameOf(page(head))).toBe(TARGET)
  })

  const HEADERS = ['0; url=/target', '3;URL="/target"', "0;'/target'", '0,/target']
  test.each(HEADERS)('as a header: %j', async (refresh) => {
    expect(await nameOf(page('<title>Moved</title>', { Refresh: refresh }))).toBe(TARGET)
  })

  test.each([
    ['in a comment', '<!-- <meta http-equiv="refresh" content="0;url=/target"> -->'],
    ['in a script', `<script>'<meta http-equiv="refresh" content="0;url=/target">'</script>`],
    ['in a template', '<template><meta http-equiv="refresh" content="0;url=/target"></template>'],
    ['in a text field', '<textarea><meta http-equiv="refresh" content="0;url=/target"></textarea>'],
    ['after six seconds', '<meta http-equiv="refresh" content="6;url=/target">'],
    ['without a number', '<meta http-equiv="refresh" content="url=/target">'],
    ['to a script', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">'],
    ['of the page itself', '<meta http-equiv="refresh" content="5">'],
    ['by another name', '<meta name="refresh" content="0;url=/target">'],
  ])('not %s', async (_, tag) => {
    expect(await nameOf(page(`<title>Stays</title>${tag}`))).toBe('Stays')
  })

  test('relative to the base of the page', async () => {
    site.put('/shop/item', html('<title>Item</title>'))
    const head = '<base href="/shop/"><meta http-equiv="refresh" content="0;url=item">'
    expect(await nameOf(page(head))).toBe('Item')
  })

  test('only once', async () => {
    const url = page('<title>Second</title>', { Refresh: '0;url=/target' })
    expect(await nameOf(page('<title>First</title>', { Refresh: `0;url=${url}` }))).toBe('Second')
  })

  test('is checked by the same guard', async () => {
    const headers = { Refresh: '0;url=http://x.example:25/' }
    const link = await extracted(page('<title>Moved</title>', headers))
    expect(link).toMatchObject({ name: '127.0.0.1', meta_extraction_error: 'blocked' })
  })

  test('a page that describes itself keeps its name if only browsers without scripts leave it', async () => {
    const away = '<noscript><meta http-equiv="refresh" content="0;url=/target"></noscript>'
    const described = `<meta property="og:title" content="A lamp">${away}`
    expect(await nameOf(page(described))).toBe('A lamp')
    const lost = away.replace('/target', '/nowhere')
    expect(await nameOf(page(`<title>Plain lamp</title>${lost}`))).toBe('Plain lamp')
  })
})

/**
 * Returns a handler that serves the page if the cookie is present. Otherwise it sets the cookie and
 * redirects to `to`.
 */
const behindCookie =
  (cookie: string, to: string, title: string) =>
  ({ headers }: IncomingMessage, response: ServerResponse) => {
    const name = cookie.split(';')[0] ?? ''
    if (headers.cookie?.split('; ').includes(name)) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<title>${title}</title>`)
    } else response.writeHead(302, { Location: to, 'Set-Cookie': cookie }).end()
  }

describe('cookies live for one reading', () => {
  test('are sent back across redirects and a refresh', async () => {
    site.put('/loop', behindCookie('seen=1; Path=/', '/loop', 'Behind cookie'))
    expect(await nameOf(`${site.origin}/loop`)).toBe('Behind cookie')
    site.put('/inner', behindCookie('age=ok; Path=/', '/gate', 'Behind gate'))
    site.put('/gate', html('<meta http-equiv="refresh" content="0;url=/inner">'))
    expect(await nameOf(`${site.origin}/inner`)).toBe('Behind gate')
  })

  test('allow a page that reloads itself to be read', async () => {
    site.put('/again', ({ headers }, response) => {
      const isKnown = headers.cookie === 'ok=1'
      const again = isKnown ? {} : { 'Set-Cookie': 'ok=1', Refresh: '0' }
      response.writeHead(200, { 'Content-Type': 'text/html', ...again })
      response.end(`<title>${isKnown ? 'Known' : 'Setting a cookie'}</title>`)
    })
    expect(await nameOf(`${site.origin}/again`)).toBe('Known')
  })

  test('are gone at the next reading', async () => {
    site.put('/once', behindCookie('once=1; Path=/; Max-Age=9999', '/once', 'Once'))
    await nameOf(`${site.origin}/once`)
    const before = site.requests.length
    await nameOf(`${site.origin}/once?again`)
    expect(site.requests[before]?.headers).not.toHaveProperty('cookie')
  })

  test.each([
    ['with another path', 'c=1; Path=/elsewhere'],
    ['that has expired', 'c=1; Path=/; Max-Age=0'],
    ['of another host', 'c=1; Path=/; Domain=other.example'],
    ['for https only', 'c=1; Path=/; Secure'],
    ['with a prefix that it does not keep', '__Host-c=1; Path=/'],
  ])('are not sent: one %s', async (_, cookie) => {
    site.put('/sets', { status: 302, headers: { Location: '/looks', 'Set-Cookie': cookie } })
    site.put('/looks', ({ headers }, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(`<title>Got ${headers.cookie ?? 'none'}</title>`)
    })
    expect(await nameOf(`${site.origin}/sets`)).toBe('Got none')
  })

  test('stay with their host across redirects', async () => {
    const other = site.origin.replace('127.0.0.1', '127.0.0.2')
    const headers = { Location: `${other}/arrives`, 'Set-Cookie': 'secret=1; Path=/' }
    site.put('/leaves', { status: 302, headers })
    site.put('/arrives', html('<title>Arrived</title>'))
    expect(await nameOf(`${site.origin}/leaves`)).toBe('Arrived')
    expect(site.requests.at(-1)?.headers).not.toHaveProperty('cookie')
  })
})

/** Returns a handler that redirects with exactly these bytes in `Location`. */
const redirectInBytes =
  (location: string) =>
  (_: IncomingMessage, { socket }: ServerResponse) =>
    socket?.end(
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      'latin1',
    )

describe('the bytes of `Location` are read as browsers read them', () => {
  test.each([
    ['raw UTF-8', '/ziel-\u00c3\u00bc', '/ziel-%C3%BC'],
    ['raw Latin-1', '/ziel-\u00fc', '/ziel-%FC'],
    ['both ways of writing', '/%C3%A4-\u00c3\u00bc', '/%C3%A4-%C3%BC'],
    ['spaces', '/two words', '/two%20words'],
    ['spaces around', '  /around  ', '/around'],
    ['backslashes', String.raw`\back\slash`, '/back/slash'],
    ['a relative address', 'near', '/near'],
    ['dots', '../up/./here', '/up/here'],
    ['a fragment', '/part#there', '/part'],
  ])('%s', async (_, location, path) => {
    site.put('/odd-way', redirectInBytes(location))
    site.put(path, html('<title>Arrived there</title>'))
    expect(await nameOf(`${site.origin}/odd-way`)).toBe('Arrived there')
    expect(site.requests.at(-1)?.url).toBe(path)
  })
})

test('a firewall that answers with success is refused', async () => {
  for (const headers of [{ 'cf-mitigated': 'challenge' }, { 'x-amzn-waf-action': 'challenge' }]) {
    const link = await extracted(page('<title>Shop</title>', headers))
    expect(link).toMatchObject({ name: '127.0.0.1', meta_extraction_error: 'refused' })
  }
})

test('a plain redirect is followed', async () => {
  site.put('/plain', redirectTo('/target', 307))
  expect(await nameOf(`${site.origin}/plain`)).toBe(TARGET)
})
