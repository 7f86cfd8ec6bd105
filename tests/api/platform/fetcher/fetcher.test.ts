import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  loopbackFetcher,
  LIMITS,
  fetchResult,
  unguardedFetcher,
  userAgent,
} from '#support/server/links/fetching.ts'
import { html, redirectTo, startShopSite } from '#support/server/hosts/shop-site.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const site = await forThisFile(startShopSite())

describe('redirects', () => {
  test('five are followed, and the final URL is returned', async () => {
    for (const [index, status] of [301, 302, 303, 307, 308].entries())
      site.put(`/hop${index}`, redirectTo(`/hop${index + 1}`, status))
    const last = site.put('/hop5', html('here'))
    expect((await unguardedFetcher(`${site.origin}/hop0`, LIMITS)).url).toBe(last)
  })

  test('a sixth redirect or a loop is refused', async () => {
    const url = site.put('/circle', redirectTo('/circle'))
    const before = site.requests.length
    expect(await fetchResult(unguardedFetcher, url)).toBe('refused')
    expect(site.requests.length - before).toBe(6)
  })
})

describe('a request with a secret', () => {
  test('is sent by POST as a form', async () => {
    const url = site.put('/form', (request, response) => {
      const head = `${request.method} ${request.headers['content-type']} `
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (part: string) => (body += part))
      request.on('end', () => response.end(head + body))
    })
    const form = new URLSearchParams({ code: 'a b' })
    const { body } = await unguardedFetcher(url, {
      ...LIMITS,
      method: 'POST',
      form,
      isSecret: true,
    })
    expect(body.toString()).toBe('POST application/x-www-form-urlencoded;charset=UTF-8 code=a+b')
  })

  test('does not follow redirects', async () => {
    const url = site.put('/moved', redirectTo('/elsewhere'))
    const before = site.requests.length
    expect(await fetchResult(unguardedFetcher, url, { isSecret: true })).toBe('refused')
    expect(site.requests.length - before).toBe(1)
  })
})

describe('limits', () => {
  test('of a server that accepts and never answers', async () => {
    const url = site.put('/silent', () => {})
    expect(await fetchResult(unguardedFetcher, url, { totalMs: 200 })).toBe('unreachable')
  })

  test('of a body that arrives slowly', async () => {
    const url = site.put('/drip', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await fetchResult(unguardedFetcher, url, { totalMs: 300 })).toBe('unreachable')
  })

  test('of a redirect chain that takes too long in total', async () => {
    const url = site.put('/slow-circle', (_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/slow-circle' }).end(), 120)
    })
    expect(await fetchResult(unguardedFetcher, url, { totalMs: 300 })).toBe('unreachable')
  })

  test('of a 100 MB body, which is cut without reading the rest', async () => {
    let sent = 0
    const url = site.put('/endless', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const pump = () => {
        while (!response.destroyed && sent < 100_000_000) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536, 'a'))) return
        }
        response.end()
      }
      response.on('drain', pump)
      pump()
    })
    const page = await unguardedFetcher(url, { ...LIMITS, maxBytes: 100_000, totalMs: 5000 })
    expect(page.body.length).toBe(100_000)
    expect(page.isCut).toBe(true)
    expect(sent).toBeLessThan(20_000_000)
    expect(await fetchResult(unguardedFetcher, url, { maxBytes: 100_000, overflow: 'fail' })).toBe(
      'too_large',
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('of a %s bomb', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': encoding }
    const url = site.put('/bomb', { headers, body: bomb })
    const page = await unguardedFetcher(url, { ...LIMITS, maxBytes: 200_000 })
    expect(page.body.length).toBe(200_000)
  })

  test('layers of compression are refused', async () => {
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip, gzip' }
    const url = site.put('/layers', { headers, body: gzipSync(gzipSync('x')) })
    expect(await fetchResult(unguardedFetcher, url)).toBe('refused')
  })

  test('compressed garbage is a failure, not a crash', async () => {
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }
    const url = site.put('/garbage', { headers, body: 'this is not gzip' })
    expect(await fetchResult(unguardedFetcher, url)).toBe('unreachable')
  })

  test('of endless headers', async () => {
    const url = site.put('/headers', (request) => {
      request.socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`)
    })
    expect(await fetchResult(unguardedFetcher, url)).toBe('too_large')
  })

  test('the caller can cancel', async () => {
    const url = site.put('/silent', () => {})
    const stop = new AbortController()
    const fetching = unguardedFetcher(url, { ...LIMITS, signal: stop.signal })
    stop.abort(new Error('going down'))
    await expect(fetching).rejects.toThrow('going down')
  })
})

describe('what a target sees of us', () => {
  test('a true user agent, and no cookies, credentials or referrer', async () => {
    const { host } = new URL(site.origin)
    site.put('/set-cookie', {
      status: 302,
      headers: { Location: '/after', 'Set-Cookie': 'a=b; Path=/' },
    })
    site.put('/after', html('ok'))
    await unguardedFetcher(`http://user:secret@${host}/set-cookie`, LIMITS)
    for (const { headers } of site.requests.slice(-2)) {
      expect(headers['user-agent']).toBe(userAgent)
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  test.each([401, 403, 404, 429, 500, 503])('status %i is a refusal', async (status) => {
    const url = site.put('/status', { status, headers: {}, body: 'no' })
    expect(await fetchResult(unguardedFetcher, url)).toBe('refused')
  })

  test('a closed port is unreachable (R-227)', async () => {
    const gone = await startShopSite()
    await gone.stop()
    expect(await fetchResult(unguardedFetcher, gone.origin)).toBe('unreachable')
  })

  test('a name that does not exist is unreachable', async () => {
    const missing = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    const fetcher = loopbackFetcher(() => Promise.reject(missing))
    expect(await fetchResult(fetcher, 'http://nowhere.example/')).toBe('unreachable')
  })
})
