import { describe, expect, test, vi } from 'vitest'
import { isOffered } from '../../../../server/people/media/offered-sizes.ts'
import { readOptions, withDefaults } from '../../../../server/people/media/options.ts'
import { LIMITS, countAttempt } from '../../../../server/platform/http/throttle.ts'
import {
  COVER_SIZE,
  PUBLIC_SIZES,
  PREVIEW_SIZE,
  SQUARE_SIDES,
  EDITOR_SIZE,
} from '#contract/images/image-sizes.ts'
import { imagePath, squareImage } from '#contract/images/images.ts'
import { getImage, describeImage } from '#support/server/links/images.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { upload } from '#support/server/links/uploading.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()
/** Path of a picture of 600 x 400 pixels. */
const stored = (await upload(server, ana)).image_url

const byAnybody = async (options: string, source = stored) =>
  describeImage(await getImage(server, `/cdn-cgi/image/${options}${source}`))

/** Requests a picture with the session cookie, as a page does. */
const withCookie = async (jwt: string, options: string) =>
  describeImage(
    await server.request('GET', `/cdn-cgi/image/${options}${stored}`, {
      headers: { Cookie: `jwt_token=${jwt}` },
    }),
  )

describe('a stored picture without an account', () => {
  test('is available in every size in which the app and pages show it', async () => {
    const expected = new Map<object, string>([
      [COVER_SIZE, '600x300 webp'],
      [PREVIEW_SIZE, '600x400 webp'],
      [EDITOR_SIZE, '600x400 webp'],
    ])
    for (const [size, of] of expected)
      expect(await describeImage(await getImage(server, imagePath(stored, size)))).toBe(of)
    for (const side of SQUARE_SIDES) {
      const small = Math.min(side, 400)
      const response = await getImage(server, squareImage(stored, side))
      expect(await describeImage(response)).toBe(`${small}x${small} webp`)
    }
  })

  test('in any other size is the nearest of those, never larger than requested', async () => {
    expect(await byAnybody('fit=cover,width=200,height=200')).toBe('184x184 webp')
    const expected = '160x160 webp'
    expect(await byAnybody('fit=cover,width=161,height=161,quality=3,sharpen=9')).toBe(expected)
    expect(await byAnybody('width=300')).toBe('184x123 webp')
    expect(await byAnybody('height=200,fit=contain')).toBe('184x123 webp')
    expect(await byAnybody('fit=cover,width=1000,height=500')).toBe('480x320 webp')
    expect(await byAnybody('quality=1')).toBe('600x400 webp')
    expect(await byAnybody('width=1')).toBe('96x64 webp')
    const other = await getImage(server, `/cdn-cgi/image/width=301${stored}`)
    expect(other.headers.get('cache-control')).toBe('private, max-age=3600')
  })

  test('has a few copies, whatever numbers are requested', async () => {
    const { image_url } = await upload(server, ana, await picture({ width: 520, height: 520 }))
    const read = vi.spyOn(server.deps.media, 'read')
    try {
      for (let side = 200; side < 260; side += 1) {
        const asked = `fit=cover,width=${side},height=${side},quality=${side - 190}`
        expect(await byAnybody(asked, image_url)).toBe('184x184 webp')
      }
      expect(read).toHaveBeenCalledTimes(1)
    } finally {
      read.mockRestore()
    }
  })

  test('is cropped only with crops that are in use', async () => {
    const { id, image_url } = await upload(server, ana, await picture({ width: 640, height: 400 }))
    const crop = { x1: 0.1234567, y1: 0, x2: 0.6234567, y2: 1 }
    const address = imagePath(image_url, { crop })
    const none = '400 {"errors":{"options":["Unknown options."]}}'
    const asked = async () => describeImage(await getImage(server, address))
    expect(await asked()).toBe(none)
    const link = await addLink(ana, 'https://shop.example/lamp')
    const edited = await editLink(ana, link, {
      custom_image_upload_id: id,
      custom_image_params: crop,
    })
    expect(edited.body.image_url).toBe(address)
    expect(await asked()).toBe('320x400 webp')
    const expected = '160x160 webp'
    expect(await describeImage(await getImage(server, squareImage(address, 160)))).toBe(expected)
    expect(await byAnybody('crop=0.2;0;0.6234567;1', image_url)).toBe(none)
    expect(await byAnybody(address.split('/')[3] ?? '')).toBe(none)
  })

  test('on a page of a signed-in user is requested with a cookie, and made as requested (D-09)', async () => {
    expect(await withCookie(ana.jwt, 'crop=0;0;0.25;1,width=90')).toBe('90x240 webp')
    expect(await withCookie(ana.jwt.replace(/.$/, '~'), 'width=91')).toBe('96x64 webp')
    expect(await withCookie('', 'width=92')).toBe('96x64 webp')
  })

  test('counts as work per address, unless it is cached', async () => {
    const address = { limit: 'picturesByAddress', of: 'unknown' } as const
    const allowed = LIMITS.picturesByAddress.tries
    const { image_url } = await upload(server, ana, await picture({ width: 530, height: 500 }))
    expect(await byAnybody('width=96,height=96', image_url)).toBe('96x91 webp')
    await server.deps
      .sql`update throttle set count = ${allowed} where key like 'picturesByAddress:%'`
    await expect(countAttempt(server.deps, address)).rejects.toThrow('Too many attempts')
    for (let again = 0; again < 3; again += 1)
      expect(await byAnybody('width=96,height=96', image_url)).toBe('96x91 webp')
    const refused = await getImage(server, `/cdn-cgi/image/width=160,height=160${image_url}`)
    expect(refused.status).toBe(429)
    expect(
      await describeImage(
        await getImage(server, `/cdn-cgi/image/width=160,height=160${image_url}`, ana),
      ),
    ).toBe('160x151 webp')
    await server.deps.sql`delete from throttle`
  })
})

test('every size in which a picture is shown is offered', () => {
  for (const size of PUBLIC_SIZES) {
    const written = imagePath('/media/a.webp', size).split('/')[3] ?? ''
    const options = written === '' ? withDefaults({}) : readOptions(written)
    expect([written, options && isOffered(options)]).toEqual([written, true])
  }
})
