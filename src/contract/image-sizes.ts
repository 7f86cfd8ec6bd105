import { IMAGE_OPTIONS } from './limits.ts'
import type { ImageParams } from './links.ts'
import { FETCH_MAX_PX } from './uploads.ts'

/** Ways in which a picture is fitted into a box. `cover` and `scale-down` never enlarge it. */
export const IMAGE_FITS = ['cover', 'scale-down', 'contain'] as const

/**
 * Options of an image address, `/cdn-cgi/image/{options}/{source}` (spec, section 7). `crop` is applied
 * first and has the corners of `custom_image_params`; all sizes are in pixels.
 */
export type ImageOptions = {
  fit?: (typeof IMAGE_FITS)[number]
  width?: number
  height?: number
  quality?: number
  sharpen?: number
  crop?: ImageParams
}

/** Sides of the squares in which pictures are shown; a screen that needs another adds it here. */
export const SQUARES = [96, 112, 160, 184, 480, 960] as const

/** Twice the widest box that a cover stands in. */
export const COVER = { ...IMAGE_OPTIONS, width: 960, height: 480 } as const
/** On a dense screen nobody sees what a smaller file has lost, and a stranger's first screen comes sooner. */
const DENSE = { ...IMAGE_OPTIONS, quality: 70 } as const
/** Things on a public page: two beside each other on a phone, and one alone on a dense screen. */
export const TILES = [
  { ...IMAGE_OPTIONS, width: 360, height: 450 },
  { ...DENSE, width: 720, height: 900 },
] as const
/** The picture of a public page, as wide as a phone. */
export const PAGE_PICTURE = [
  { ...IMAGE_OPTIONS, width: 480, height: 480 },
  { ...DENSE, width: 960, height: 960 },
] as const
/** A link's picture in the edit dialog, for dense screens; its height is that of the crop. */
export const PREVIEW = { ...IMAGE_OPTIONS, width: 700 } as const
/** As large as it may be edited. */
export const WHOLE = { fit: 'scale-down', width: FETCH_MAX_PX, height: FETCH_MAX_PX } as const

/**
 * Every way in which the app and our pages show a picture. Anybody may ask for these; whatever else
 * is asked for without an account gets the nearest of them.
 */
export const OFFERED_SIZES: readonly Omit<ImageOptions, 'crop'>[] = [
  ...SQUARES.map((side) => ({ ...IMAGE_OPTIONS, width: side, height: side })),
  COVER,
  ...TILES,
  // Its smaller one is among the squares.
  PAGE_PICTURE[1],
  PREVIEW,
  WHOLE,
  // As the API names a picture that is cropped and no more.
  {},
  ...SQUARES.map((side) => ({ fit: 'scale-down', width: side, height: side }) as const),
]
