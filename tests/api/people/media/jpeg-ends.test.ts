import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readCase } from '#support/cases.ts'
import { waitForPage, og } from '#support/server/links/extraction.ts'
import { getImage } from '#support/server/links/images.ts'
import { addLink } from '#support/server/links.ts'
import { bytesOf, sendFile, upload } from '#support/server/links/uploading.ts'
import { signUp } from '#support/server/people.ts'
import { pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const site = await forThisFile(startShopSite())
const ana = await signUp(server)

/** Returns a photo with detail down to its last row, identical in each run. */
function photo(options: { progressive?: boolean; chromaSubsampling?: string } = {}) {
  const [width, height] = [320, 240]
  const pixels = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    pixels[at] = state >> 20
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg(options)
    .toBuffer()
}

const GARBAGE = Buffer.from('\0\0\0 tail of another file')
const KINDS = [
  ['baseline', {}],
  ['progressive', { progressive: true }],
  ['full colour', { chromaSubsampling: '4:4:4' }],
] as const

describe('a JPEG with all its pixels is accepted without an end marker', () => {
  test('as found in public reports', async () => {
    const { image_url } = await upload(server, ana, readCase('EOI-missing.jpg'))
    const kept = await bytesOf(await server.request('GET', image_url))
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 600 })
  })

  describe.each(KINDS)('%s', (_, options) => {
    test.each([
      ['without an end marker', (whole: Buffer) => whole.subarray(0, -2)],
      ['with half an end marker', (whole: Buffer) => whole.subarray(0, -1)],
      ['with zeros in place of the end', (whole: Buffer) => filled(whole)],
      ['with more after its end', (whole: Buffer) => Buffer.concat([whole, GARBAGE])],
    ])('%s', async (_case, change) => {
      const whole = await photo(options)
      // The name of a picture is derived from its pixels.
      const { image_url } = await upload(server, ana, whole)
      expect(await upload(server, ana, change(whole))).toMatchObject({ image_url })
    })
  })

  test('as the picture of a page, and through the proxy', async () => {
    const open = (await photo()).subarray(0, -2)
    const url = site.put('/open.jpg', pictureAt(open))
    const link = await waitForPage(ana, await addLink(ana, site.product('/open', og('Open', url))))
    expect(link.image_url).not.toBeNull()
    const answer = await getImage(server, `/v1/image-proxy/?url=${encodeURIComponent(url)}`, ana)
    expect(answer.status).toBe(200)
  })
})

describe('a JPEG with missing pixels is refused', () => {
  describe.each(KINDS)('%s', (_, options) => {
    test.each([
      ['its last byte', (whole: Buffer) => whole.subarray(0, -3)],
      ['its last bytes', (whole: Buffer) => whole.subarray(0, -8)],
      ['its last blocks', (whole: Buffer) => whole.subarray(0, -200)],
      ['its second half', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
      ['all but its header', (whole: Buffer) => whole.subarray(0, 300)],
    ])('without %s', async (_case, change) => {
      const answer = await sendFile(server, ana, change(await photo(options)))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        file: ['The picture is damaged and could not be read.'],
      })
    })
  })
})

const filled = (whole: Buffer) => Buffer.concat([whole.subarray(0, -2), Buffer.alloc(64)])
