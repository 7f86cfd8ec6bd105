import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PREVIEW_SIZE } from '#contract/image-sizes.ts'
import { imagePath, PLACEHOLDER_URL, originalImage } from '#contract/images.ts'
import { IMAGE_OPTIONS, PLACEHOLDER_SIZE } from '#contract/limits.ts'
import { BROWSER, getImage, describeImage } from '#support/server/links/images.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { bytesOf, colourAt, upload } from '#support/server/links/uploading.ts'
import { toRenderError, NotAPicture, TooBusy } from '../../../../server/people/media/transform.ts'

let server: TestServer
let ana: Person
/** Path of a picture of 600 x 400 pixels, left half red, right half blue. */
let stored: string
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
  stored = (await upload(server, ana)).image_url
})
afterAll(() => server.stop())

const shown = async (options: string, source = stored) =>
  describeImage(await getImage(server, `/cdn-cgi/image/${options}${source}`, { token: ana.token }))

describe('a stored picture', () => {
  test('is cut to the shape it is shown in (R-308, R-640)', async () => {
    const path = imagePath(stored, { ...IMAGE_OPTIONS, width: 96, height: 96 })
    expect(path).toBe(`/cdn-cgi/image/fit=cover,quality=85,sharpen=1,width=96,height=96${stored}`)
    const response = await getImage(server, path)
    expect(await describeImage(response.clone())).toBe('96x96 webp')
    const bytes = await bytesOf(response)
    expect([await colourAt(bytes, 0, 0.5), await colourAt(bytes, 1, 0.5)]).toEqual(['red', 'blue'])
  })

  test('fits, and is never blown up', async () => {
    expect(await shown('fit=scale-down,width=300,height=300')).toBe('300x200 webp')
    expect(await shown('fit=scale-down,width=4096,height=4096')).toBe('600x400 webp')
    expect(await shown('fit=cover,width=800,height=800')).toBe('400x400 webp')
    expect(await shown('fit=cover,width=300')).toBe('300x200 webp')
    expect(await shown('width=60')).toBe('60x40 webp')
    expect(await shown('height=40,sharpen=0,quality=1')).toBe('60x40 webp')
    expect(await shown('fit=contain,width=900')).toBe('900x600 webp')
  })

  test('is cropped by fractions, by pixels, and what lies outside is left out (R-163, R-164)', async () => {
    expect(await shown('crop=0;0;0.5;1')).toBe('300x400 webp')
    expect(await shown('crop=0;0;200;100')).toBe('200x100 webp')
    expect(await shown('crop=0;0;1;1')).toBe('600x400 webp')
    expect(await shown('crop=500;300;900;900')).toBe('100x100 webp')
    expect(await shown('crop=0.5;0;1;1,fit=cover,width=50,height=50')).toBe('50x50 webp')
    const right = await bytesOf(
      await getImage(server, `/cdn-cgi/image/crop=0.5;0;1;1${stored}`, { token: ana.token }),
    )
    expect([await colourAt(right, 0, 0), await colourAt(right, 1, 1)]).toEqual(['blue', 'blue'])
  })

  test('comes in the best format the browser can show, and says what that depends on', async () => {
    const path = `/cdn-cgi/image/width=64${stored}`
    const type = async (accept?: string) =>
      (await getImage(server, path, accept === undefined ? {} : { accept })).headers.get(
        'content-type',
      )
    expect(await type(BROWSER)).toBe('image/avif')
    expect(await type('image/webp,*/*')).toBe('image/webp')
    expect(await type('image/avif;q=0,image/webp')).toBe('image/webp')
    expect(await type()).toBe('image/webp')
    expect((await getImage(server, path, { accept: BROWSER })).headers.get('vary')).toContain(
      'Accept',
    )
    // Encoding large ones would take seconds.
    const large = (await upload(server, ana, await picture({ width: 1200, height: 900 }))).image_url
    expect(
      (
        await getImage(server, `/cdn-cgi/image/width=1024${large}`, { accept: BROWSER })
      ).headers.get('content-type'),
    ).toBe('image/webp')
  })

  test('is open, kept for ever by browsers, and known again', async () => {
    const path = imagePath(stored, PREVIEW_SIZE)
    const response = await getImage(server, path)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = response.headers.get('etag') ?? ''
    const again = await server.request('GET', path, { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(
      (await getImage(server, `/cdn-cgi/image/width=64${stored.replace(/\w{6}\./, '000000.')}`))
        .status,
    ).toBe(404)
  })

  test.each([
    'width=0',
    'width=4097',
    'width=-1',
    'width=1.5',
    'width=1e3',
    'width= 64',
    'width=',
    'width',
    'width=64,width=65',
    'width=64,',
    'quality=0',
    'quality=101',
    'sharpen=11',
    'sharpen=-1',
    'fit=fill',
    'fit=cover;width=64',
    'format=avif',
    'toString=1',
    'crop=0;0;0;1',
    'crop=0.5;0;0.2;1',
    'crop=0;0;0.5;2',
    'crop=0;0;1',
    'crop=-1;0;1;1',
    'crop=NaN;0;1;1',
    'crop=900;0;1000;100',
    '%00',
    '%',
  ])('with an option that is none is refused: %s', async (options) => {
    const response = await getImage(server, `/cdn-cgi/image/${options}${stored}`)
    const { errors } = (await response.json()) as { errors: object }
    expect([response.status, Object.keys(errors).length]).toEqual([400, 1])
  })
})

test('addresses are written in one place: crops stay, icons and drawings are left alone (R-309)', () => {
  const cropped = imagePath('/media/a.webp', { crop: { x1: 0, y1: 0.25, x2: 1, y2: 0.75 } })
  expect(cropped).toBe('/cdn-cgi/image/crop=0;0.25;1;0.75/media/a.webp')
  expect(imagePath(cropped, { width: 96 })).toBe(
    '/cdn-cgi/image/crop=0;0.25;1;0.75,width=96/media/a.webp',
  )
  expect(originalImage(cropped)).toBe('/media/a.webp')
  expect(originalImage('/media/a.webp')).toBe('/media/a.webp')
  const foreign = imagePath('https://shop.example/a.png?x=1', { width: 96 })
  expect(foreign).toBe('/cdn-cgi/image/width=96/https%3A%2F%2Fshop.example%2Fa.png%3Fx%3D1')
  const plain = [
    'https://shop.example/favicon.ico?v=2',
    '/media/a.svg',
    'data:image/png;base64,A',
    'blob:x',
  ]
  for (const source of [...plain, PLACEHOLDER_URL])
    expect(imagePath(source, { width: 9 })).toBe(source)
})

test('the placeholder is 512 pixels square and small (R-310, R-640)', async () => {
  const path = join(import.meta.dirname, '../../../../public', PLACEHOLDER_URL)
  const { width, height } = await sharp(await readFile(path)).metadata()
  expect([width, height]).toEqual([PLACEHOLDER_SIZE, PLACEHOLDER_SIZE])
  expect((await stat(path)).size).toBeLessThan(1024)
})

test('a picture that could not be made in time is not called unreadable, and can be asked for again', async () => {
  // Message of libvips after a timeout.
  expect(toRenderError(new Error('timeout: 28% complete'))).toBeInstanceOf(TooBusy)
  expect(toRenderError(new Error('VipsJpeg: Premature end of input file'))).toBeInstanceOf(
    NotAPicture,
  )
  const late = vi.spyOn(server.deps.images, 'render').mockRejectedValueOnce(new TooBusy('late'))
  try {
    const refused = await getImage(server, `/cdn-cgi/image/width=77${stored}`, {
      token: ana.token,
    })
    expect([refused.status, await refused.json()]).toEqual([503, { retry_after: 30 }])
    expect(refused.headers.get('retry-after')).toBe('30')
  } finally {
    late.mockRestore()
  }
  expect(await shown('width=77')).toBe('77x51 webp')
})
