import { open } from 'node:fs/promises'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import {
  FETCH_MAX_PX,
  UPLOAD_BUSY_TEXT,
  UPLOAD_DAMAGED_TEXT,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MOVING_TEXT,
  UPLOAD_PIXELS_TEXT,
  UPLOAD_TYPE_TEXT,
} from '#contract/images/uploads.ts'
import { rasterType } from './raster.ts'
import { RefusedFile } from './receive.ts'
import { tookTooLong } from './timeout-error.ts'
import { pictureTurns } from './picture-turns.ts'
import { decodeWhole } from './decode-whole.ts'

const TYPES = new Set<string | null>(['png', 'jpeg', 'webp'])
/** Maximum pixels of a PNG to be stored without loss. Larger ones would take seconds. */
const LOSSLESS_MAX_PIXELS = 1_000_000
/**
 * Maximum seconds to encode a picture. A large photo takes seconds, or many times that on a busy
 * machine.
 */
const MAX_SECONDS = 120

export type AcceptedPicture = { bytes: Buffer; width: number; height: number }

/**
 * Checks a file by its content and converts it to WebP: upright, at most 4096 pixels per side, in
 * sRGB, and without metadata, so that neither a location nor a hidden file remains.
 */
export function acceptPicture(path: string, signal?: AbortSignal): Promise<AcceptedPicture> {
  const checkAndEncode = async () => {
    if (!TYPES.has(rasterType(await firstBytes(path)))) throw new RefusedFile(UPLOAD_TYPE_TEXT)
    try {
      const metadata = await sharp(path, { limitInputPixels: false }).metadata()
      refuseUnfit(metadata)
      return await decodeWhole(path, (source, failOn) => encode(source, failOn, metadata))
    } catch (error) {
      if (error instanceof RefusedFile) throw error
      throw new RefusedFile(errorText(error), { cause: error })
    }
  }
  return pictureTurns.run(checkAndEncode, { rank: 'upload', signal })
}

/** Returns the error text for a failure. After a timeout the file is not called damaged. */
export const errorText = (error: unknown): string =>
  tookTooLong(error) ? UPLOAD_BUSY_TEXT : UPLOAD_DAMAGED_TEXT

/** Rejects a file by its header, before decoding, so that a decompression bomb has no effect. */
function refuseUnfit({ format, pages = 1, width, height }: Metadata): void {
  if (!TYPES.has(format)) throw new RefusedFile(UPLOAD_TYPE_TEXT)
  if (pages > 1) throw new RefusedFile(UPLOAD_MOVING_TEXT)
  if (width * height > UPLOAD_MAX_PIXELS) throw new RefusedFile(UPLOAD_PIXELS_TEXT)
}

async function encode(
  source: string | Buffer,
  failOn: SharpOptions['failOn'],
  { format, width, height }: Metadata,
) {
  const isLossless = format === 'png' && width * height <= LOSSLESS_MAX_PIXELS
  const { data, info } = await sharp(source, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn })
    .autoOrient()
    .resize({ width: FETCH_MAX_PX, height: FETCH_MAX_PX, fit: 'inside', withoutEnlargement: true })
    .webp(isLossless ? { lossless: true } : { quality: 92, smartSubsample: true })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
