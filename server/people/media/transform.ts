import sharp, { type Sharp } from 'sharp'
import { FETCH_MAX_PX, UPLOAD_MAX_PIXELS } from '#contract/uploads.ts'
import { rasterType, type RasterType } from './raster.ts'
import { regionOf, type Size } from './crop.ts'
import type { Transform } from './options.ts'
import { decodeWhole } from './whole-jpeg.ts'
import { tookTooLong } from './took-too-long.ts'

/** What the asker can show best; `original` is the source's own format. */
export type Wanted = 'avif' | 'webp' | 'original'

/** These bytes are no picture, or none that can be read. */
export class NotAPicture extends Error {}

/** Nothing is wrong with these bytes; this machine has too much else to do, and may not have later. */
export class TooBusy extends Error {}

/** AVIF takes ten times as long as WebP to make, so only small pictures are worth it. */
const AVIF_MAX_PIXELS = 512 * 512
const TIMEOUT = { seconds: 20 }

/** Upright, cropped, resized, without metadata; of a moving picture the first frame. */
export async function transform(bytes: Buffer, options: Transform, wanted: Wanted) {
  const type = rasterType(bytes)
  if (type === null) throw new NotAPicture('not a raster picture')
  try {
    return await decodeWhole(bytes, (source, failOn) =>
      encode(sharp(source, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn }), type, options, wanted),
    )
  } catch (error) {
    throw faultOf(error)
  }
}

async function encode(picture: Sharp, type: RasterType, options: Transform, wanted: Wanted) {
  const { autoOrient: upright } = await picture.metadata()
  const region = options.crop ? regionOf(options.crop, upright) : null
  if (options.crop && !region) throw new NotAPicture('the crop lies beside the picture')
  picture.autoOrient()
  if (region) picture.extract(region)
  const size = resize(picture, region ?? upright, options)
  if (options.sharpen > 0) picture.sharpen({ sigma: 0.5 + options.sharpen / 4 })
  const toFormat = ENCODERS[formatOf(type, wanted, size)]
  return toFormat(picture, options.quality).timeout(TIMEOUT).toBuffer()
}

export function faultOf(error: unknown): Error {
  if (error instanceof NotAPicture) return error
  if (tookTooLong(error)) return new TooBusy('out of time', { cause: error })
  return new NotAPicture('unreadable', { cause: error })
}

/** Answers about how large the picture becomes. */
function resize(picture: Sharp, from: Size, { fit, width, height }: Transform): Size {
  if (fit === 'cover' && width && height) {
    // A small picture fills a smaller box of the same shape: blowing it up shows nothing more.
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

function formatOf(type: RasterType, wanted: Wanted, { width, height }: Size) {
  if (wanted === 'avif') return width * height <= AVIF_MAX_PIXELS ? 'avif' : 'webp'
  if (wanted === 'webp' || type === 'avif') return 'webp'
  return type === 'gif' ? 'png' : type
}

const ENCODERS = {
  // The same look has a lower number on AVIF's scale.
  avif: (picture: Sharp, quality: number) =>
    picture.avif({ quality: Math.max(1, quality - 20), effort: 2 }),
  webp: (picture: Sharp, quality: number) => picture.webp({ quality }),
  jpeg: (picture: Sharp, quality: number) => picture.jpeg({ quality }),
  png: (picture: Sharp) => picture.png(),
}
