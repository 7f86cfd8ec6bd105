import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { og } from '#support/server/links/extraction.ts'
import { startReading } from '#support/server/links/reading.ts'
import { html, picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'

const { server, site, extracted } = await startReading()

async function storedPicture(link: ShortLink) {
  expect(link.image_url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
  const response = await server.request('GET', link.image_url ?? '')
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const storedWidth = async (link: ShortLink) =>
  (await sharp(await storedPicture(link)).metadata()).width

/** Adds a link to a page with a title and this picture. */
const withPicture = async (body: Buffer | string, contentType = 'image/jpeg') => {
  site.put('/picture', { headers: { 'Content-Type': contentType }, body })
  return extracted(site.product('/with-picture', og('Named', '/picture')))
}

/** Fields of a link whose page could not be read. */
const unread = (reason: string) => ({
  name: '127.0.0.1',
  image_url: null,
  meta_extraction_error: reason,
})

describe('a page that can be read', () => {
  test('gives the link its name and a picture of our own (R-226)', async () => {
    site.put('/lamp.jpg', pictureAt(await picture({ width: 3000, height: 2000 })))
    const url = site.product('/lamp', og('Oak Arc Lamp &amp; Shade', '/lamp.jpg'))
    const link = await extracted(url)
    expect(link).toMatchObject({ name: 'Oak Arc Lamp & Shade', meta_extraction_error: null })
    expect(link.meta_extraction_progress).toBe(100)
    const stored = await sharp(await storedPicture(link)).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: 1024, height: 683 })
  })

  test('is read through redirects, and its relative picture is found', async () => {
    site.put('/p/oak.jpg', pictureAt(await picture()))
    site.product('/p/oak', og('Behind a redirect', 'oak.jpg'))
    const url = site.put('/short', { status: 302, headers: { Location: '/p/oak' } })
    const link = await extracted(url)
    expect(link).toMatchObject({ name: 'Behind a redirect', url })
    expect(link.image_url).not.toBeNull()
  })

  test('is decoded from a legacy charset', async () => {
    const page = Buffer.from('<title>Caf\u00e9 cr\u00e8me</title>', 'latin1')
    const url = site.put('/latin', html(page, 'text/html; charset=ISO-8859-1'))
    expect((await extracted(url)).name).toBe('Café crème')
  })

  test('without a picture gets one from oEmbed, or else its icon', async () => {
    site.put('/thumb.png', pictureAt(await picture({ format: 'png' }), 'image/png'))
    site.put('/oembed', html('{"title":"x","thumbnail_url":"/thumb.png"}', 'application/json'))
    const discovery = '<link rel="alternate" type="application/json+oembed" href="/oembed">'
    const video = await extracted(site.product('/video', `<title>Video</title>${discovery}`))
    expect(video.name).toBe('Video')
    expect(await storedWidth(video)).toBe(600)
    site.put('/touch.png', pictureAt(await picture({ width: 180, height: 180, format: 'png' })))
    const icon = '<link rel="apple-touch-icon" href="/touch.png">'
    const plain = await extracted(site.product('/plain', `<title>Plain</title>${icon}`))
    expect(await storedWidth(plain)).toBe(180)
  })

  test('with a hostile title keeps it as text', async () => {
    const title = `<img src=x onerror=alert(1)>'; drop table links; --`
    const url = site.product('/hostile', `<title>${title}</title>`)
    expect((await extracted(url)).name).toBe(title)
  })
})

describe('a picture', () => {
  test('is rotated upright and has no camera data', async () => {
    const sideways = await picture({ width: 400, height: 200, orientation: 6 })
    expect(sideways.includes('A private person')).toBe(true)
    const stored = await storedPicture(await withPicture(sideways))
    const { width, height, exif, orientation } = await sharp(stored).metadata()
    expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined])
    expect(stored.includes('A private person')).toBe(false)
  })

  test('that is no valid image is left out, the name stays (R-226)', async () => {
    for (const body of [
      'this is no picture',
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>',
      '<html>sorry</html>',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      '',
    ]) {
      const link = await withPicture(body)
      expect(link).toMatchObject({ name: 'Named', image_url: null, meta_extraction_error: null })
    }
  })

  test('with too many pixels or too few is skipped', async () => {
    const create = { width: 12_000, height: 12_000, channels: 3 as const, background: '#fff' }
    const bomb = await sharp({ create }).png().toBuffer()
    site.put('/bomb.png', pictureAt(bomb, 'image/png'))
    site.put('/pixel.gif', pictureAt(await picture({ width: 2, height: 2, format: 'gif' })))
    site.put('/good.jpg', pictureAt(await picture({ width: 320, height: 320 })))
    const head = og('Picky', '/bomb.png') + og('x', '/pixel.gif') + og('x', '/good.jpg')
    const link = await extracted(site.product('/picky', head))
    expect(await storedWidth(link)).toBe(320)
  })

  test('of 10 MB and more is not kept', async () => {
    const link = await withPicture(Buffer.concat([await picture(), Buffer.alloc(11_000_000)]))
    expect(link.image_url).toBeNull()
  })
})

describe('a page that cannot be read ends at 100 with the host as its name and a reason', () => {
  test.each([
    ['refused', () => site.put('/forbidden', { status: 403, body: 'no' })],
    ['refused', () => site.put('/gone', { status: 404, body: 'no' })],
    ['not_html', () => site.put('/file.pdf', html('%PDF-1.7', 'application/pdf'))],
    ['not_html', () => site.put('/api', html('{"a":1}', 'application/json'))],
    ['too_large', () => site.put('/huge', html('x'.repeat(2_000_000)))],
    ['blocked', () => site.put('/ftp', { status: 302, headers: { Location: 'ftp://x.example' } })],
  ])('%s (R-227)', async (reason, put) => {
    expect(await extracted(put())).toMatchObject(unread(reason))
  })

  test('unreachable: a closed port (R-227)', async () => {
    const gone = await startShopSite()
    await gone.stop()
    expect(await extracted(gone.origin)).toMatchObject(unread('unreachable'))
  })

  test('no_such_host: a host that does not exist', async () => {
    expect(await extracted('http://nowhere.invalid/lamp')).toMatchObject({
      name: 'nowhere.invalid',
      meta_extraction_progress: 100,
      meta_extraction_error: 'no_such_host',
    })
  })

  test('a page without a title keeps the host as name, without an error', async () => {
    const link = await extracted(site.put('/bare', html('<p>hello')))
    expect(link).toMatchObject({ name: '127.0.0.1', meta_extraction_error: null })
  })
})

describe('a link that points to a picture', () => {
  test.each([
    ['a JPEG', 'image/jpeg', () => picture({ width: 800, height: 600 })],
    ['a PNG', 'image/png', () => picture({ format: 'png' })],
    ['a large one', 'image/jpeg', largePicture],
    ['one of no type', '', () => picture()],
    ['one of a general type', 'application/octet-stream', () => picture({ format: 'gif' })],
  ])('shows it: %s', async (_, type, make) => {
    const link = await extracted(site.put('/photo', pictureAt(await make(), type)))
    expect(link).toMatchObject({ name: '127.0.0.1', meta_extraction_error: null })
    expect(await storedWidth(link)).toBeGreaterThan(500)
  })

  test('also behind a redirect, but not if the content is no image', async () => {
    site.put('/real', pictureAt(await picture()))
    const url = site.put('/to-photo', { status: 302, headers: { Location: '/real' } })
    expect((await extracted(url)).image_url).not.toBeNull()
    const claim = site.put('/claim', html('no picture at all, only text', 'image/png'))
    expect(await extracted(claim)).toMatchObject(unread('not_html'))
  })
})

/** Returns a picture larger than the limit of one megabyte. */
function largePicture() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const size = { width: 1600, height: 1600, channels: 3 as const }
  const create = { ...size, background: '#888888', noise }
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer()
}

test('a firewall page gives neither name nor picture', async () => {
  site.put('/wall-icon.png', pictureAt(await picture({ format: 'png' })))
  const head = '<title>Just a moment...</title><link rel="icon" href="/wall-icon.png">'
  expect(await extracted(site.put('/walled', html(head)))).toMatchObject(unread('refused'))
})
