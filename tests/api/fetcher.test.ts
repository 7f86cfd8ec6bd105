import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress, type Resolve } from '../../server/address-guard.ts'
import { createFetcher, type FetchLimits, type Fetcher } from '../../server/fetcher.ts'
import { FetchFailure } from '../../server/fetch-failure.ts'
import { html, redirectTo, startShopSite, type ShopSite } from '../support/server/shop-site.ts'

const LIMITS: FetchLimits = {
  maxBytes: 1024 * 1024,
  overflow: 'cut',
  totalMs: 2000,
  accept: 'text/html',
}
const userAgent = 'SplitBot/1.0 (+http://localhost)'

let site: ShopSite
beforeAll(async () => {
  site = await startShopSite()
})
afterAll(() => site.stop())

const resolving =
  (addresses: Record<string, string[]>): Resolve =>
  async (hostname) =>
    (addresses[hostname] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))

/** As in production. */
const guarded = (addresses: Record<string, string[]> = {}) =>
  createFetcher({ isAllowed: isPublicAddress, userAgent, resolve: resolving(addresses) })
/** As in tests: every address may be reached. */
const open = createFetcher({ isAllowed: () => true, userAgent })
/** 127.0.0.1 stands for the public internet; 127.0.0.2 answers too, and must never be asked. */
const halfOpen = (resolve: Resolve) =>
  createFetcher({ isAllowed: (address) => address === '127.0.0.1', userAgent, resolve })

async function reasonOf(fetcher: Fetcher, url: string, limits: Partial<FetchLimits> = {}) {
  const failure = await fetcher(url, { ...LIMITS, ...limits }).then(
    () => 'fetched',
    (error: unknown) => error,
  )
  return failure instanceof FetchFailure ? failure.reason : failure
}

describe('no request reaches an address that is not public (R-228)', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.8.8.8/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://192.0.0.8/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::1]/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
  ])('%s', async (url) => {
    expect(await reasonOf(guarded(), url)).toBe('blocked')
  })

  test('not by a name that resolves to one', async () => {
    const fetcher = guarded({
      'inside.example': ['10.0.0.5'],
      'loop.example': ['127.0.0.1'],
      'six.example': ['::1'],
      'mapped.example': ['::ffff:169.254.169.254'],
    })
    const { port } = new URL(site.origin)
    for (const host of ['inside', 'loop', 'six', 'mapped']) {
      expect(await reasonOf(fetcher, `http://${host}.example:${port}/`)).toBe('blocked')
    }
    expect(site.requests).toEqual([])
  })

  test('not by a name with one public and one private address', async () => {
    const { port } = new URL(site.origin)
    const fetcher = guarded({ 'both.example': ['93.184.215.14', '127.0.0.1'] })
    expect(await reasonOf(fetcher, `http://both.example:${port}/`)).toBe('blocked')
    expect(site.requests).toEqual([])
  })

  test('not through a redirect to one, by address or by name', async () => {
    const { port } = new URL(site.origin)
    site.put('/secret', html('inside'))
    const fetcher = halfOpen(
      resolving({ 'shop.example': ['127.0.0.1'], 'inside.example': ['127.0.0.2'] }),
    )
    for (const host of ['127.0.0.2', 'inside.example', '2130706434', '[::ffff:127.0.0.2]']) {
      site.put('/bounce', redirectTo(`http://${host}:${port}/secret`))
      expect(await reasonOf(fetcher, `http://shop.example:${port}/bounce`)).toBe('blocked')
    }
    expect(site.paths()).toContain('/bounce')
    expect(site.paths()).not.toContain('/secret')
  })

  test('not by a name that changes its answer after the check (DNS rebinding)', async () => {
    const { port } = new URL(site.origin)
    site.put('/page', (request, response) => response.end(request.socket.localAddress))
    const answers = ['127.0.0.1', '127.0.0.2']
    const fetcher = halfOpen(async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }])
    const page = await fetcher(`http://shop.example:${port}/page`, LIMITS)
    expect(page.body.toString()).toBe('127.0.0.1')
    // The second fetch asks again, and is refused by what it is told then.
    expect(await reasonOf(fetcher, `http://shop.example:${port}/page`)).toBe('blocked')
  })
})

describe('only web addresses (R-228)', () => {
  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:text/html,x', 'gopher://127.0.0.1/'])(
    '%s is refused',
    async (url) => {
      expect(await reasonOf(open, url)).toBe('blocked')
    },
  )

  test.each([22, 25, 5432, 6379, 11211])('port %i is refused', async (port) => {
    expect(await reasonOf(open, `http://127.0.0.1:${port}/`)).toBe('blocked')
  })

  test('a redirect to another scheme or such a port is refused', async () => {
    for (const location of ['file:///etc/passwd', 'http://127.0.0.1:6379/', 'ftp://127.0.0.1/']) {
      const url = site.put('/away', redirectTo(location))
      expect(await reasonOf(open, url)).toBe('blocked')
    }
  })
})

describe('redirects', () => {
  test('five are followed, and the final address is known', async () => {
    for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
      site.put(`/hop${index}`, redirectTo(`/hop${index + 1}`, status))
    }
    const last = site.put('/hop5', html('here'))
    const page = await open(`${site.origin}/hop0`, LIMITS)
    expect(page.url).toBe(last)
  })

  test('a sixth, or a circle, is not', async () => {
    const url = site.put('/circle', redirectTo('/circle'))
    const before = site.requests.length
    expect(await reasonOf(open, url)).toBe('refused')
    expect(site.requests.length - before).toBe(6)
  })
})

describe('hard ends', () => {
  test('a server that accepts and never answers', async () => {
    const url = site.put('/silent', () => {})
    expect(await reasonOf(open, url, { totalMs: 200 })).toBe('unreachable')
  })

  test('a body that drips', async () => {
    const url = site.put('/drip', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await reasonOf(open, url, { totalMs: 300 })).toBe('unreachable')
  })

  test('a redirect chain that takes too long altogether', async () => {
    const url = site.put('/slow-circle', (_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/slow-circle' }).end(), 120)
    })
    expect(await reasonOf(open, url, { totalMs: 300 })).toBe('unreachable')
  })

  test('an endless body of 100 MB is cut at the limit, and the rest is not read', async () => {
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
    const page = await open(url, { ...LIMITS, maxBytes: 100_000, totalMs: 5000 })
    expect(page.body.length).toBe(100_000)
    expect(page.isCut).toBe(true)
    expect(sent).toBeLessThan(20_000_000)
    expect(await reasonOf(open, url, { maxBytes: 100_000, overflow: 'fail' })).toBe('too_large')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('a %s bomb swells no further than the limit', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': encoding }
    const url = site.put('/bomb', { headers, body: bomb })
    const page = await open(url, { ...LIMITS, maxBytes: 200_000 })
    expect(page.body.length).toBe(200_000)
  })

  test('layers of compression are refused', async () => {
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip, gzip' }
    const url = site.put('/layers', { headers, body: gzipSync(gzipSync('x')) })
    expect(await reasonOf(open, url)).toBe('refused')
  })

  test('compressed garbage is a failure, not a crash', async () => {
    const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }
    const url = site.put('/garbage', { headers, body: 'this is not gzip' })
    expect(await reasonOf(open, url)).toBe('unreachable')
  })

  test('endless headers', async () => {
    const url = site.put('/headers', (request) => {
      request.socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`)
    })
    expect(await reasonOf(open, url)).toBe('too_large')
  })

  test('the caller can give up', async () => {
    const url = site.put('/silent', () => {})
    const stop = new AbortController()
    const fetching = open(url, { ...LIMITS, signal: stop.signal })
    stop.abort(new Error('going down'))
    await expect(fetching).rejects.toThrow('going down')
  })
})

describe('what a target learns of us', () => {
  test('an honest name; no cookies, no credentials, no referrer', async () => {
    const { host } = new URL(site.origin)
    site.put('/set-cookie', {
      status: 302,
      headers: { Location: '/after', 'Set-Cookie': 'a=b; Path=/' },
    })
    site.put('/after', html('ok'))
    await open(`http://user:secret@${host}/set-cookie`, LIMITS)
    for (const { headers } of site.requests.slice(-2)) {
      expect(headers['user-agent']).toBe(userAgent)
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  test.each([401, 403, 404, 429, 500, 503])('status %i is a refusal', async (status) => {
    const url = site.put('/status', { status, headers: {}, body: 'no' })
    expect(await reasonOf(open, url)).toBe('refused')
  })

  test('a closed port is unreachable (R-227)', async () => {
    const gone = await startShopSite()
    await gone.stop()
    expect(await reasonOf(open, gone.origin)).toBe('unreachable')
  })

  test('a name that does not exist is unreachable', async () => {
    const missing = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    const fetcher = createFetcher({
      isAllowed: isPublicAddress,
      userAgent,
      resolve: () => Promise.reject(missing),
    })
    expect(await reasonOf(fetcher, 'http://nowhere.example/')).toBe('unreachable')
  })
})
