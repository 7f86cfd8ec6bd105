import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, getImage, describeImage } from '#support/server/links/images.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { html, picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { bytesOf, hugePng, animation, upload } from '#support/server/links/uploading.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer()
const site = await forThisFile(startShopSite())
const ana = await signUp(server)
const stored = (await upload(server, ana)).image_url

const at = (options: string, url: string) => `/cdn-cgi/image/${options}/${url}`
const proxied = (url: string) => `/v1/image-proxy/?url=${encodeURIComponent(url)}`
const asAna = (path: string, accept?: string) =>
  getImage(server, path, { token: ana.token, ...(accept && { accept }) })
const proxy = (url: string) => asAna(proxied(url))

describe('the picture of another site', () => {
  test('is resized for signed-in users only (R-307, R-311)', async () => {
    const url = site.put('/a.jpg', pictureAt(await picture()))
    expect(await describeImage(await asAna(at('width=60', url)))).toBe('60x40 jpeg')
    const escaped = encodeURIComponent(`${url}?size=l&x=1`)
    const response = await asAna(at('width=60', escaped), BROWSER)
    expect(await describeImage(response.clone())).toBe('60x40 avif')
    expect(response.headers.get('cache-control')).toMatch(/^private/)
    expect(site.paths().at(-1)).toBe('/a.jpg?size=l&x=1')
    const asked = site.requests.length
    for (const token of [undefined, 'unknown']) {
      for (const path of [at('width=61', url), proxied(url)]) {
        const refused = await getImage(server, path, { token })
        expect([path, refused.status, await refused.json()]).toEqual([path, 401, {}])
      }
    }
    expect(site.requests.length).toBe(asked)
  })

  test('is requested without data of the user', async () => {
    const url = site.put('/b.jpg', pictureAt(await picture()))
    await server.request('GET', at('width=60', url), {
      token: ana.token,
      headers: { Cookie: 'token=secret', Referer: 'https://app.example/private' },
    })
    expect(Object.keys(site.requests.at(-1)?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('with an address of this server is a stored one', async () => {
    const whole = `http://localhost:8080${stored}`
    expect(await describeImage(await getImage(server, at('width=96', whole)))).toBe('96x64 webp')
  })

  test.each([
    'icons/icon.svg',
    'etc/passwd',
    'media/../secrets.json',
    'ftp://shop.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//shop.example/a.png',
    'https://',
    '',
  ])('with an invalid address is refused: %s', async (source) => {
    const response = await asAna(at('width=60', source))
    expect([400, 404]).toContain(response.status)
    expect(response.headers.get('content-type')).not.toContain('image/')
  })
})

describe('the image proxy', () => {
  test('loads a foreign picture for the editor, at most 4096 pixels per side (A-061, R-305, R-306)', async () => {
    const wide = site.put('/wide.jpg', pictureAt(await picture({ width: 6000, height: 1500 })))
    expect(await describeImage(await proxy(wide))).toBe('4096x1024 jpeg')
    const turned = site.put('/turned.jpg', pictureAt(await picture({ orientation: 6 })))
    const response = await proxy(turned)
    expect(await describeImage(response.clone())).toBe('400x600 jpeg')
    expect((await sharp(await bytesOf(response)).metadata()).exif).toBeUndefined()
    const gif = site.put('/moving.gif', pictureAt(await animation('gif'), 'image/gif'))
    expect(await describeImage(await proxy(gif))).toBe('60x60 png')
    expect(await describeImage(await proxy(stored))).toBe('600x400 webp')
  })

  test('returns only pictures, whatever the content type says (R-292, R-311)', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const half = (await picture({ format: 'png' })).subarray(0, 400)
    const none = [
      site.put('/page', html('<h1>internal</h1>')),
      site.put('/text.png', pictureAt(Buffer.from('secret text'), 'image/png')),
      site.put('/drawing.svg', pictureAt(Buffer.from(svg), 'image/svg+xml')),
      site.put('/half.png', pictureAt(half, 'image/png')),
      site.put('/bomb.png', pictureAt(hugePng(50_000, 50_000), 'image/png')),
    ]
    for (const url of none) {
      const response = await proxy(url)
      expect([url, response.status, await response.json()]).toEqual([
        url,
        400,
        { errors: { url: ['We could not read this picture.'] } },
      ])
    }
  })

  test('distinguishes a missing picture from a failing site (R-292)', async () => {
    const failing = site.put('/failing', { status: 500 })
    const shut = site.put('/shut', { status: 403 })
    expect((await proxy(`${site.origin}/none.png`)).status).toBe(404)
    expect((await proxy(failing)).status).toBe(502)
    expect((await proxy(shut)).status).toBe(502)
    expect((await proxy('http://127.0.0.1:9/a.png')).status).toBe(400)
    expect((await proxy('http://no-such-host.invalid/a.png')).status).toBe(502)
  })

  test('requests nothing without an address, or with another kind of address', async () => {
    const wrong = ['', 'a.png', 'ftp://shop.example/a.png', 'javascript:alert(1)', 'http://']
    for (const url of wrong) expect([url, (await proxy(url)).status]).toEqual([url, 400])
    expect((await asAna('/v1/image-proxy/')).status).toBe(400)
  })
})

describe('with private addresses forbidden, as in production', () => {
  let shut: TestServer
  let ben: Person
  beforeAll(async () => {
    shut = await createTestServer({ allowPrivateFetch: false })
    ben = await signUp(shut)
  })
  afterAll(() => shut.stop())

  test.each([
    () => `${site.origin}/a.jpg`,
    () => site.origin.replace('127.0.0.1', 'localhost'),
    () => site.origin.replace('127.0.0.1', '2130706433'),
    () => site.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://10.0.0.1/a.png',
    () => 'http://user:pass@127.0.0.1/a.png',
  ])('neither reaches private addresses (R-311) %#', async (address) => {
    const url = address()
    const asked = site.requests.length
    for (const path of [
      proxied(url),
      at('width=60', encodeURIComponent(url)),
      at('width=60', url),
    ]) {
      const response = await ben.send('GET', path)
      const { errors } = (await response.json()) as { errors: Record<string, string[]> }
      expect([path, response.status, Object.values(errors)]).toEqual([
        path,
        400,
        [['This URL is not allowed.']],
      ])
    }
    expect(site.requests.length).toBe(asked)
  })
})
