import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { uploads } from '../../../../server/platform/db/schema.ts'
import { createLog, type Log } from '../../../../server/platform/log/log.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { UPLOAD_MAX_BYTES, type Upload } from '#contract/images/uploads.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import {
  bytesOf,
  colourAt,
  hugePng,
  incomingFiles,
  animation,
  sendFile,
  sendForm,
  upload,
  UPLOAD,
} from '#support/server/links/uploading.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const errors: unknown[] = []
const log: Log = { ...createLog('error'), error: (...said) => errors.push(said) }
const { server, ana } = await startWithCreator({ listen: true, log })

const stored = async (url: string) => bytesOf(await server.request('GET', url))
const rowsOf = (person: Person) =>
  server.deps.db.select().from(uploads).where(eq(uploads.userId, person.uuid))

/** Returns the stored size of an uploaded picture. */
const size = async (width: number, height: number) => {
  const { image_url } = await upload(server, ana, await picture({ width, height }))
  const kept = await sharp(await stored(image_url)).metadata()
  return [kept.width, kept.height]
}
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' }
const file = (message: string) => [400, { file: [message] }]
/** Returns the first half of a picture's file. */
const cut = async (format: 'webp' | 'jpeg' | 'png') => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = sharp({
    create: { width: 300, height: 300, channels: 3, noise, background: '#000' },
  })
  const bytes = await whole.toFormat(format).toBuffer()
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

const AS_IS = ['red', 'blue']
const MIRRORED = ['blue', 'red']
/** Colors left and right, or above and below, after rotation, by EXIF orientation from 1. */
const TAKEN = [AS_IS, MIRRORED, MIRRORED, AS_IS, AS_IS, AS_IS, MIRRORED, MIRRORED]

describe('a picture', () => {
  test.each([
    ['link_preview', 'R-295'],
    ['split_post', 'R-296'],
    ['split_page', 'R-297'],
    ['profile', 'R-298'],
  ] as const)('of kind %s gets an id and an address (%s, R-300)', async (kind, _row) => {
    const response = await sendFile(server, ana, await picture({ format: 'png' }), { kind })
    expect(response.status).toBe(201)
    const { id, image_url, ...rest } = (await response.json()) as Upload
    expect([Number.isInteger(id), rest]).toEqual([true, {}])
    const image = await server.request('GET', image_url)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await sharp(await bytesOf(image)).metadata()).toMatchObject({ width: 600, height: 400 })
  })

  test.each(['jpeg', 'png', 'webp'] as const)(
    'is recognized by its content: %s, whatever its name',
    async (format) => {
      const bytes = await sharp(await picture())
        .toFormat(format)
        .toBuffer()
      expect((await sendFile(server, ana, bytes, { name: 'notes.txt' })).status).toBe(201)
    },
  )

  test('is rotated upright from all eight orientations, and has no camera data', async () => {
    for (const [index, ends] of TAKEN.entries()) {
      const orientation = index + 1
      const sent = await picture({ orientation })
      expect((await sharp(sent).metadata()).exif).toBeDefined()
      const kept = await stored((await upload(server, ana, sent)).image_url)
      const { width, height, exif, xmp, iptc, icc, ...rest } = await sharp(kept).metadata()
      const isTurned = orientation > 4
      expect([width, height]).toEqual(isTurned ? [400, 600] : [600, 400])
      expect([exif, xmp, iptc, icc, rest.orientation]).toEqual(Array(5).fill(undefined))
      const at = (share: number) => colourAt(kept, isTurned ? 0.5 : share, isTurned ? share : 0.5)
      expect([orientation, await at(0.1), await at(0.9)]).toEqual([orientation, ...ends])
      expect(kept.includes('A private person')).toBe(false)
    }
  })

  test('is at most 4096 pixels per side, and a small one keeps its size', async () => {
    expect(await size(6000, 1500)).toEqual([4096, 1024])
    expect(await size(60, 40)).toEqual([60, 40])
  })

  test('keeps its transparency', async () => {
    const clear = { r: 255, g: 0, b: 0, alpha: 0 }
    const sent = await sharp({ create: { width: 80, height: 80, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const kept = await stored((await upload(server, ana, sent)).image_url)
    expect((await sharp(kept).stats()).isOpaque).toBe(false)
  })

  test('uploaded again, or twice at once, is the same upload; another user gets a separate one', async () => {
    const ben = await signUp(server)
    const sent = await picture({ width: 320, height: 200 })
    const answers = await Promise.all([1, 2, 3].map(() => upload(server, ben, sent)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await upload(server, ben, sent)).toEqual(answers[0])
    expect(await rowsOf(ben)).toHaveLength(1)
    const hers = await upload(server, ana, sent)
    expect(hers.id).not.toBe(answers[0]?.id)
    expect(hers.image_url).toBe(answers[0]?.image_url)
  })
})

describe('refused (R-299)', async () => {
  const eve = await signUp(server)
  const TYPE = file('Choose a PNG, JPEG or WebP picture.')
  const DAMAGED = file('The picture is damaged and could not be read.')
  const MOVING = file('Animated pictures are not supported. Choose a still picture.')
  const PIXELS = file('The picture has more than 60 megapixels.')
  const MISSING = file('No file was sent.')
  const expectMissing = async (response: Response) =>
    expect(await statusAndBody(response)).toEqual(MISSING)

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cases: [string, () => Promise<Buffer> | Buffer, unknown][] = [
    ['a text file named .png', () => Buffer.from('Dear diary, this is no picture at all.'), TYPE],
    ['a drawing with a script', () => Buffer.from(svg), TYPE],
    ['a gif', () => picture({ format: 'gif' }), TYPE],
    ['a moving gif', () => animation('gif'), TYPE],
    ['an avif', () => picture({ format: 'avif', width: 64, height: 64 }), TYPE],
    ['a moving webp', () => animation('webp'), MOVING],
    ['a truncated webp', () => cut('webp'), DAMAGED],
    ['a truncated jpeg', () => cut('jpeg'), DAMAGED],
    ['a truncated png', () => cut('png'), DAMAGED],
    ['only the first bytes of a jpeg', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), DAMAGED],
    ['a png of 2500 megapixels in one kilobyte', () => hugePng(50_000, 50_000), PIXELS],
    ['a png that promises more rows than it has', () => hugePng(7000, 8000), DAMAGED],
    ['an empty file', () => Buffer.alloc(0), file('The file is empty.')],
  ]
  test.each(cases)('%s', async (_, make, expected) => {
    expect(await statusAndBody(await sendFile(server, eve, await make()))).toEqual(expected)
  })

  test('a photo of 40 MB, and the connection answers the next request', async () => {
    const photo = Buffer.concat([await picture(), Buffer.alloc(40 * 1024 * 1024, 7)])
    const refused = await statusAndBody(await sendFile(server, eve, photo))
    expect(refused).toEqual(file('The picture is larger than 25 MB.'))
    expect((await sendFile(server, eve, await picture(), { kind: 'other' })).status).toBe(404)
  })

  test('a body that claims to be endless is refused before it is read', async () => {
    const headers = { ...MULTIPART, [TOKEN_HEADER]: eve.token, 'Content-Length': '10000000000' }
    const asked = httpRequest(`${server.origin}${UPLOAD}profile/`, { method: 'POST', headers })
    asked.on('error', () => {})
    asked.flushHeaders()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(400)
    asked.destroy()
  })

  test('a file exactly as large as allowed is judged by its content', async () => {
    const text = Buffer.alloc(UPLOAD_MAX_BYTES, 'a')
    expect(await statusAndBody(await sendFile(server, eve, text))).toEqual(TYPE)
  })

  test('no file, text instead of a file, another field, another kind of body', async () => {
    const form = new FormData()
    const send = () => sendForm(server, eve, 'link_preview', form)
    form.set('note', 'hello')
    await expectMissing(await send())
    form.set('file', 'not a file')
    await expectMissing(await send())
    form.delete('file')
    form.set('picture', new File([new Uint8Array(await picture())], 'a.png'))
    await expectMissing(await send())
    await expectMissing(await eve.send('POST', `${UPLOAD}link_preview/`, { file: 'x' }))
    await expectMissing(await eve.send('POST', `${UPLOAD}link_preview/`))
  })

  test('a body that ends too early', async () => {
    const whole = new FormData()
    whole.set('file', new File([new Uint8Array(await picture())], 'a.png'))
    const { headers, body } = await inBytes(whole)
    const half = body.subarray(0, body.length - 20)
    const answer = await fetch(`${server.origin}${UPLOAD}link_preview/`, {
      method: 'POST',
      headers: { ...headers, [TOKEN_HEADER]: eve.token },
      body: new Uint8Array(half),
    })
    expect(await statusAndBody(answer)).toEqual(file('The upload was incomplete. Try again.'))
  })

  test('another kind is not found (R-298), and without a token nothing is accepted', async () => {
    for (const kind of ['avatar', 'link_previews', 'split_post/x', 'constructor', '']) {
      const response = await sendFile(server, eve, await picture(), { kind })
      expect([kind, ...(await statusAndBody(response))]).toEqual([kind, 404, {}])
    }
    const stranger = { ...eve, token: 'unknown' }
    const refused = await sendFile(server, stranger, await picture())
    expect(await statusAndBody(refused)).toEqual([401, {}])
  })

  test('refused uploads leave nothing behind', async () => {
    expect(await rowsOf(eve)).toEqual([])
    expect(await incomingFiles(server)).toEqual([])
    expect(errors).toEqual([])
  })
})

test('an interrupted upload leaves nothing behind', async () => {
  const ben = await signUp(server)
  const headers = { ...MULTIPART, [TOKEN_HEADER]: ben.token, 'Content-Length': '5000000' }
  const asked = httpRequest(`${server.origin}${UPLOAD}profile/`, { method: 'POST', headers })
  asked.on('error', () => {})
  asked.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  asked.write(deflateSync(Buffer.alloc(3_000_000)))
  await vi.waitFor(async () => expect(await incomingFiles(server)).toHaveLength(1))
  asked.destroy()
  await vi.waitFor(async () => expect(await incomingFiles(server)).toEqual([]))
  expect(await rowsOf(ben)).toEqual([])
  expect(errors).toEqual([])
})

async function inBytes(form: FormData) {
  const response = new Response(form)
  const headers = { 'Content-Type': response.headers.get('content-type') ?? '' }
  return { headers, body: await bytesOf(response) }
}
