import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { PREVIEW_SIZE } from '#contract/images/image-sizes.ts'
import { imagePath, PLACEHOLDER_URL, originalImage } from '#contract/images/images.ts'
import { IMAGE_OPTIONS, PLACEHOLDER_SIZE } from '#contract/limits.ts'
import { BROWSER, getImage, describeImage } from '#support/server/links/images.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { bytesOf, colourAt, upload } from '#support/server/links/uploading.ts'
import { toRenderError, NotAPicture, TooBusy } from '../../../../server/people/media/transform.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()
/** Path of a picture of 600 x 400 pixels, left half red, right half blue. */
const stored = (await upload(server, ana)).image_url

const shown = async (options: string, source = stored) =>
  describeImage(await getImage(server, `/cdn-cgi/image/${options}${source}`, { token: ana.token }))

describe('a stored picture', () => {
  test('is cropped to the shape in which it is shown (R-308, R-640)', async () => {
    const path = imagePath(stored, { ...IMAGE_OPTIONS, width: 96, height: 96 })
    expect(path).toBe(`/cdn-cgi/image/fit=cover,quality=85,sharpen=1,width=96,height=96${stored}`)
    const response = await getImage(server, path)
    expect(await describeImage(response.clone())).toBe('96x96 webp')
    const bytes = await bytesOf(response)
    expect([await colourAt(bytes, 0, 0.5), await colourAt(bytes, 1, 0.5)]).toEqual(['red', 'blue'])
  })

  test('is resized and cropped, by fractions or pixels, and never enlarged (R-163, R-164)', async () => {
    for (const [options, size] of [
      ['fit=scale-down,width=300,height=300', '300x200'],
      ['fit=scale-down,width=4096,height=4096', '600x400'],
      ['fit=cover,width=800,height=800', '400x400'],
      ['fit=cover,width=300', '300x200'],
      ['width=60', '60x40'],
      ['height=40,sharpen=0,quality=1', '60x40'],
      ['fit=contain,width=900', '900x600'],
      ['crop=0;0;0.5;1', '300x400'],
      ['crop=0;0;200;100', '200x100'],
      ['crop=0;0;1;1', '600x400'],
      ['crop=500;300;900;900', '100x100'],
      ['crop=0.5;0;1;1,fit=cover,width=50,height=50', '50x50'],
    ] as const)
      expect([options, await shown(options)]).toEqual([options, `${size} webp`])
    const right = await bytesOf(
      await getImage(server, `/cdn-cgi/image/crop=0.5;0;1;1${stored}`, { token: ana.token }),
    )
    expect([await colourAt(right, 0, 0), await colourAt(right, 1, 1)]).toEqual(['blue', 'blue'])
  })

  test('is sent in the best format of the browser, with a Vary header', async () => {
    const path = `/cdn-cgi/image/width=64${stored}`
    const headers = async (accept = '', of = path) =>
      (await getImage(server, of, { accept })).headers
    const type = async (accept?: string) => (await headers(accept)).get('content-type')
    expect(await type(BROWSER)).toBe('image/avif')
    for (const accept of ['image/webp,*/*', 'image/avif;q=0,image/webp', undefined])
      expect(await type(accept)).toBe('image/webp')
    expect((await headers(BROWSER)).get('vary')).toContain('Accept')
    // Encoding large ones would take seconds.
    const large = (await upload(server, ana, await picture({ width: 1200, height: 900 }))).image_url
    const ofLarge = await headers(BROWSER, `/cdn-cgi/image/width=1024${large}`)
    expect(ofLarge.get('content-type')).toBe('image/webp')
  })

  test('is public, cached permanently, and has an ETag', async () => {
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

  const WRONG_OPTIONS = [
    ['width=0', 'width=4097', 'width=-1', 'width=1.5', 'width=1e3', 'width= 64', 'width='],
    ['width', 'width=64,width=65', 'width=64,', 'quality=0', 'quality=101', 'sharpen=11'],
    ['sharpen=-1', 'fit=fill', 'fit=cover;width=64', 'format=avif', 'toString=1', 'crop=0;0;0;1'],
    ['crop=0.5;0;0.2;1', 'crop=0;0;0.5;2', 'crop=0;0;1', 'crop=-1;0;1;1', 'crop=NaN;0;1;1'],
    ['crop=900;0;1000;100', '%00', '%'],
  ]
  test.each(WRONG_OPTIONS.flat())('is refused with an invalid option: %s', async (options) => {
    const response = await getImage(server, `/cdn-cgi/image/${options}${stored}`)
    const { errors } = (await response.json()) as { errors: object }
    expect([response.status, Object.keys(errors).length]).toEqual([400, 1])
  })
})

test('image addresses keep crops and do not change icons and drawings (R-309)', () => {
  const cropped = imagePath('/media/a.webp', { crop: { x1: 0, y1: 0.25, x2: 1, y2: 0.75 } })
  expect(cropped).toBe('/cdn-cgi/image/crop=0;0.25;1;0.75/media/a.webp')
  const expected = '/cdn-cgi/image/crop=0;0.25;1;0.75,width=96/media/a.webp'
  expect(imagePath(cropped, { width: 96 })).toBe(expected)
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

test('a picture that was not rendered in time can be requested again', async () => {
  // Message of libvips after a timeout.
  expect(toRenderError(new Error('timeout: 28% complete'))).toBeInstanceOf(TooBusy)
  expect(toRenderError(new Error('VipsJpeg: Premature end of input file'))).toBeInstanceOf(
    NotAPicture,
  )
  const late = vi.spyOn(server.deps.images, 'render').mockRejectedValueOnce(new TooBusy('late'))
  try {
    const refused = await getImage(server, `/cdn-cgi/image/width=77${stored}`, { token: ana.token })
    expect([refused.status, await refused.json()]).toEqual([503, { retry_after: 30 }])
    expect(refused.headers.get('retry-after')).toBe('30')
  } finally {
    late.mockRestore()
  }
  expect(await shown('width=77')).toBe('77x51 webp')
})
