import sharp, { type Sharp } from 'sharp'
import { FETCH_MAX_PX, UPLOAD_MAX_PIXELS } from '#contract/images/uploads.ts'
import { rasterType, type RasterType } from './raster.ts'
import { regionOf, type Size } from './crop.ts'
import type { Transform } from './options.ts'
import { decodeWhole } from './decode-whole.ts'
import { tookTooLong } from './timeout-error.ts'

/** Best format that the client supports. `original` means the source's own format. */
export type OutputFormat = 'avif' | 'webp' | 'original'

/** Error if the bytes are not a readable picture. */
export class NotAPicture extends Error {}

/** Error if rendering timed out because the machine is overloaded. A later attempt can succeed. */
export class TooBusy extends Error {}

/** Maximum pixels of an AVIF picture. Encoding takes ten times as long as WebP. */
const AVIF_MAX_PIXELS = 512 * 512
const TIMEOUT = { seconds: 20 }

/**
 * Crops and resizes a picture, upright and without metadata. Of an animation it uses the first
 * frame.
 */
export async function transform(bytes: Buffer, options: Transform, format: OutputFormat) {
  const type = rasterType(bytes)
  if (type === null) throw new NotAPicture('not a raster picture')
  try {
    return await decodeWhole(bytes, (source, failOn) =>
      encode(sharp(source, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn }), type, options, format),
    )
  } catch (error) {
    throw toRenderError(error)
  }
}

async function encode(picture: Sharp, type: RasterType, options: Transform, format: OutputFormat) {
  const { autoOrient: upright } = await picture.metadata()
  const region = options.crop ? regionOf(options.crop, upright) : null
  if (options.crop && !region) throw new NotAPicture('the crop lies outside the picture')
  picture.autoOrient()
  if (region) picture.extract(region)
  const size = resize(picture, region ?? upright, options)
  if (options.sharpen > 0) picture.sharpen({ sigma: 0.5 + options.sharpen / 4 })
  const toFormat = ENCODERS[formatOf(type, format, size)]
  return toFormat(picture, options.quality).timeout(TIMEOUT).toBuffer()
}

export function toRenderError(error: unknown): Error {
  if (error instanceof NotAPicture) return error
  if (tookTooLong(error)) return new TooBusy('out of time', { cause: error })
  return new NotAPicture('unreadable', { cause: error })
}

/** Resizes the picture and returns its new size. */
function resize(picture: Sharp, from: Size, { fit, width, height }: Transform): Size {
  if (fit === 'cover' && width && height) {
    // Keep the shape of the box but do not enlarge a small picture.
    const scale = Math.min(1, from.width / width, from.height / height)
    const size = { width: scaled(width, scale), height: scaled(height, scale) }
    picture.resize({ ...size, fit: 'cover' })
    return size
  }
  const box = { width: width ?? FETCH_MAX_PX, height: height ?? FETCH_MAX_PX }
  const mayGrow = fit === 'contain' && (width !== undefined || height !== undefined)
  picture.resize({ ...box, fit: 'inside', withoutEnlargement: !mayGrow })
  const fitting = Math.min(box.width / from.width, box.height / from.height)
  const scale = mayGrow ? fitting : Math.min(1, fitting)
  return { width: scaled(from.width, scale), height: scaled(from.height, scale) }
}

const scaled = (side: number, scale: number) => Math.max(1, Math.round(side * scale))

function formatOf(type: RasterType, format: OutputFormat, { width, height }: Size) {
  if (format === 'avif') return width * height <= AVIF_MAX_PIXELS ? 'avif' : 'webp'
  if (format === 'webp' || type === 'avif') return 'webp'
  return type === 'gif' ? 'png' : type
}

const ENCODERS = {
  // AVIF needs a lower number for the same visual quality.
  avif: (picture: Sharp, quality: number) =>
    picture.avif({ quality: Math.max(1, quality - 20), effort: 2 }),
  webp: (picture: Sharp, quality: number) => picture.webp({ quality }),
  jpeg: (picture: Sharp, quality: number) => picture.jpeg({ quality }),
  png: (picture: Sharp) => picture.png(),
}
