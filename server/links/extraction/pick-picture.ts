import sharp from 'sharp'
import type { Fetcher } from '../../platform/fetcher/fetcher.ts'
import { PICTURE_FETCH } from '../../people/media/foreign-picture.ts'
import { decodeWhole } from '../../people/media/decode-whole.ts'
import { pictureTurns } from '../../people/media/picture-turns.ts'
import { isRaster } from '../../people/media/raster.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 1024
/** Minimum width and height. Smaller pictures are tracking pixels or tab icons. */
const MIN_SIDE = 32
const MAX_TRIES = 4
const TOTAL_MS = 8000

/** Returns the first candidate that is a usable picture, resized and converted to WebP. */
export async function pickPicture(
  fetcher: Fetcher,
  candidates: string[],
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const deadline = Date.now() + TOTAL_MS
  for (const url of candidates.slice(0, MAX_TRIES)) {
    const totalMs = deadline - Date.now()
    if (totalMs <= 0) return undefined
    const picture = await tryPicture(fetcher, url, totalMs, signal)
    if (picture) return picture
    signal.throwIfAborted()
  }
  return undefined
}

/** Fetches a picture. Any failure means that the next candidate is tried. */
async function tryPicture(fetcher: Fetcher, url: string, totalMs: number, signal: AbortSignal) {
  try {
    const { body } = await fetcher(url, {
      ...PICTURE_FETCH,
      maxBytes: MAX_BYTES,
      totalMs,
      signal,
    })
    return await pictureTurns.run(() => toWebp(body), { rank: 'preview', signal })
  } catch {
    return undefined
  }
}

/** Converts a picture to WebP: upright, without metadata, at most 1024 pixels per side. */
export async function toWebp(bytes: Buffer): Promise<Buffer | undefined> {
  if (!isRaster(bytes)) return undefined
  return decodeWhole(bytes, async (source, failOn) => {
    const picture = sharp(source, { limitInputPixels: MAX_PIXELS, failOn })
    const { width, height } = await picture.metadata()
    if (Math.min(width, height) < MIN_SIDE) return undefined
    return picture
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  })
}
