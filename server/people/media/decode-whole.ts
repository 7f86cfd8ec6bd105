import { readFile } from 'node:fs/promises'
import sharp, { type SharpOptions } from 'sharp'
import { rasterType } from './raster.ts'
import { tookTooLong } from './timeout-error.ts'

type FailOn = NonNullable<SharpOptions['failOn']>
type Decode<T> = (source: Buffer | string, failOn: FailOn) => Promise<T>

const END_MARKER = Buffer.from([0xff, 0xd9])
/** Bytes to insert in place of pixel data. The two differ in every bit. */
const FILLINGS = ['5a', 'a5'].map((byte) => Buffer.from(byte.repeat(256), 'hex'))
/** Maximum height in pixels of the blocks in a JPEG. */
const MAX_BLOCK_HEIGHT = 32
const TIMEOUT = { seconds: 20 }

/**
 * Decodes a picture (bytes or a file path) with `decode`. A JPEG without an end marker gets one,
 * and is accepted if all pixels are present.
 */
export async function decodeWhole<T>(source: Buffer | string, decode: Decode<T>): Promise<T> {
  try {
    return await decode(source, 'error')
  } catch (error) {
    if (tookTooLong(error)) throw error
    const bytes = typeof source === 'string' ? await readFile(source) : source
    if (rasterType(bytes) !== 'jpeg') throw error
    const decoded = await decodeStrictly(Buffer.concat([bytes, END_MARKER]), decode)
    if (!(await hasLastRows(bytes))) throw error
    return decoded
  }
}

/**
 * Decodes again in strict mode if extra bytes follow the last pixel. They are harmless, but the
 * decoder reports them as a warning, like missing pixels.
 */
async function decodeStrictly<T>(bytes: Buffer, decode: Decode<T>): Promise<T> {
  try {
    return await decode(bytes, 'warning')
  } catch (error) {
    if (!/extraneous bytes before marker 0xd9/.test(String(error))) throw error
    return decode(bytes, 'error')
  }
}

/**
 * Returns whether the last rows are complete. The decoder does not report missing data there, but
 * would read inserted bytes as pixels. If the rows change with the inserted bytes, data is missing.
 */
async function hasLastRows(bytes: Buffer): Promise<boolean> {
  // The file may end with the first byte of the end marker.
  const data = bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes
  const rows = await lastRows(Buffer.concat([data, END_MARKER]))
  for (const filling of FILLINGS) {
    if (!rows.equals(await lastRows(Buffer.concat([data, filling, END_MARKER])))) return false
  }
  return true
}

async function lastRows(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'none' })
  const { width, height: whole } = await picture.metadata()
  const height = Math.min(whole, MAX_BLOCK_HEIGHT)
  const area = { left: 0, top: whole - height, width, height }
  return picture.extract(area).timeout(TIMEOUT).raw().toBuffer()
}
