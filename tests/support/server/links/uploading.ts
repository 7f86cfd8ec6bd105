import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import type { Upload } from '#contract/images/uploads.ts'
import type { Person } from '../people.ts'
import { picture } from '../hosts/shop-site.ts'
import type { TestServer } from '../test-app.ts'

export const UPLOAD = '/v1/uploader/upload/'

/** Sends a form as a browser does. */
export async function sendForm(server: TestServer, person: Person, kind: string, form: FormData) {
  const init = { method: 'POST', headers: { [TOKEN_HEADER]: person.token }, body: form }
  const path = `${UPLOAD}${kind}/`
  return server.origin ? fetch(server.origin + path, init) : server.app.request(path, init)
}

export function sendFile(
  server: TestServer,
  person: Person,
  bytes: Buffer,
  { kind = 'link_preview', name = 'photo.png' } = {},
) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  return sendForm(server, person, kind, form)
}

export async function upload(
  server: TestServer,
  person: Person,
  bytes?: Buffer,
  kind = 'link_preview',
): Promise<Upload> {
  const response = await sendFile(server, person, bytes ?? (await picture()), { kind })
  if (response.status !== 201) throw new Error(`not uploaded: ${await response.text()}`)
  return (await response.json()) as Upload
}

/** Returns files of uploads that are running or were not cleaned up. */
export const incomingFiles = (server: TestServer) =>
  readdir(join(server.deps.config.dataDir, 'incoming')).catch((): string[] => [])

/** Returns a few bytes of a PNG whose header claims this size. */
export function hugePng(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(1024 * 1024))
  const none = Buffer.alloc(0)
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', none)])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const frame = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

/** Returns an animation with two frames. */
export async function animation(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = await Promise.all([frame('#ff0000'), frame('#0000ff')])
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/**
 * Returns the colour at a position, given as fractions of the picture: red or blue in pictures of
 * `picture()`.
 */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) *
    info.channels
  const [red = 0, , blue = 0] = data.subarray(at, at + 3)
  if (red > 200 && blue < 55) return 'red'
  return blue > 200 && red < 55 ? 'blue' : 'mixed'
}

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
