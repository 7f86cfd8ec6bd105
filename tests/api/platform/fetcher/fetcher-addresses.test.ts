import { describe, expect, test } from 'vitest'
import {
  guardedFetcher,
  loopbackFetcher,
  LIMITS,
  fetchResult,
  resolverOf,
  unguardedFetcher,
} from '#support/server/links/fetching.ts'
import { html, redirectTo, startShopSite } from '#support/server/hosts/shop-site.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const site = await forThisFile(startShopSite())

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
    expect(await fetchResult(guardedFetcher(), url)).toBe('blocked')
  })

  test('not by a name that resolves to a private address', async () => {
    const fetcher = guardedFetcher({
      'inside.example': ['10.0.0.5'],
      'loop.example': ['127.0.0.1'],
      'six.example': ['::1'],
      'mapped.example': ['::ffff:169.254.169.254'],
    })
    const { port } = new URL(site.origin)
    for (const host of ['inside', 'loop', 'six', 'mapped'])
      expect(await fetchResult(fetcher, `http://${host}.example:${port}/`)).toBe('blocked')
    expect(site.requests).toEqual([])
  })

  test('not by a name with one public and one private address', async () => {
    const { port } = new URL(site.origin)
    const fetcher = guardedFetcher({ 'both.example': ['93.184.215.14', '127.0.0.1'] })
    expect(await fetchResult(fetcher, `http://both.example:${port}/`)).toBe('blocked')
    expect(site.requests).toEqual([])
  })

  test('not through a redirect to a private address or name', async () => {
    const { port } = new URL(site.origin)
    site.put('/secret', html('inside'))
    const fetcher = loopbackFetcher(
      resolverOf({ 'shop.example': ['127.0.0.1'], 'inside.example': ['127.0.0.2'] }),
    )
    for (const host of ['127.0.0.2', 'inside.example', '2130706434', '[::ffff:127.0.0.2]']) {
      site.put('/bounce', redirectTo(`http://${host}:${port}/secret`))
      expect(await fetchResult(fetcher, `http://shop.example:${port}/bounce`)).toBe('blocked')
    }
    expect(site.paths()).toContain('/bounce')
    expect(site.paths()).not.toContain('/secret')
  })

  test('not by a name that changes its answer after the check (DNS rebinding)', async () => {
    const { port } = new URL(site.origin)
    site.put('/page', (request, response) => response.end(request.socket.localAddress))
    const answers = ['127.0.0.1', '127.0.0.2']
    const fetcher = loopbackFetcher(async () => [
      { address: answers.shift() ?? '127.0.0.2', family: 4 },
    ])
    const page = await fetcher(`http://shop.example:${port}/page`, LIMITS)
    expect(page.body.toString()).toBe('127.0.0.1')
    // The second fetch resolves the name again. Its new address is refused.
    expect(await fetchResult(fetcher, `http://shop.example:${port}/page`)).toBe('blocked')
  })
})

describe('only web addresses (R-228)', () => {
  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:text/html,x', 'gopher://127.0.0.1/'])(
    '%s is refused',
    async (url) => {
      expect(await fetchResult(unguardedFetcher, url)).toBe('blocked')
    },
  )

  test.each([22, 25, 5432, 6379, 11211])('port %i is refused', async (port) => {
    expect(await fetchResult(unguardedFetcher, `http://127.0.0.1:${port}/`)).toBe('blocked')
  })

  test('a redirect to another scheme or such a port is refused', async () => {
    for (const location of ['file:///etc/passwd', 'http://127.0.0.1:6379/', 'ftp://127.0.0.1/']) {
      const url = site.put('/away', redirectTo(location))
      expect(await fetchResult(unguardedFetcher, url)).toBe('blocked')
    }
  })
})
