import { readFile } from 'node:fs/promises'
import sharp, { type SharpOptions } from 'sharp'
import { rasterType } from './raster.ts'
import { tookTooLong } from './took-too-long.ts'

type FailOn = NonNullable<SharpOptions['failOn']>
type Decode<T> = (source: Buffer | string, failOn: FailOn) => Promise<T>

const END_MARKER = Buffer.from([0xff, 0xd9])
/** Bytes that can stand for pixels. No bit of one is the same in the other. */
const FILLINGS = ['5a', 'a5'].map((byte) => Buffer.from(byte.repeat(256), 'hex'))
/** Height of the largest block of pixels that a JPEG is made of. */
const MAX_BLOCK_HEIGHT = 32
const TIMEOUT = { seconds: 20 }

/**
 * Decodes a picture (bytes, or the path of a file) with `decode`. A JPEG without an end marker gets
 * one, and is accepted when every pixel is there.
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

/** Missing pixels are only a warning to the decoder. So are bytes after the last one: they do no harm. */
async function decodeStrictly<T>(bytes: Buffer, decode: Decode<T>): Promise<T> {
  try {
    return await decode(bytes, 'warning')
  } catch (error) {
    if (!/extraneous bytes before marker 0xd9/.test(String(error))) throw error
    return decode(bytes, 'error')
  }
}

/**
 * Whether the last pixels are there. The decoder does not report what it misses in its last rows, but
 * it would take them from bytes that are added.
 */
async function hasLastRows(bytes: Buffer): Promise<boolean> {
  // Half of an end marker is the last byte at times.
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
