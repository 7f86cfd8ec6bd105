import { IMAGE_OPTIONS } from '../limits.ts'
import type { ImageParams } from '../links/short-link.ts'
import { FETCH_MAX_PX } from './uploads.ts'

/** Ways to fit a picture into a box. `cover` and `scale-down` never enlarge it. */
export const IMAGE_FITS = ['cover', 'scale-down', 'contain'] as const

/**
 * Options of an image address, `/cdn-cgi/image/{options}/{source}` (spec, section 7). `crop` is
 * applied first and has the corners of `custom_image_params`; all sizes are in pixels.
 */
export type ImageOptions = {
  fit?: (typeof IMAGE_FITS)[number]
  width?: number
  height?: number
  quality?: number
  sharpen?: number
  crop?: ImageParams
}

/** Sides of the square pictures. Add a side here if a screen needs another one. */
export const SQUARE_SIDES = [96, 112, 160, 184, 480, 960] as const

/** Twice the size of the widest box for a cover. */
export const COVER_SIZE = { ...IMAGE_OPTIONS, width: 960, height: 480 } as const
/**
 * Options for dense screens. The lower quality is not visible there, and smaller files make the
 * first visit faster.
 */
const DENSE_OPTIONS = { ...IMAGE_OPTIONS, quality: 70 } as const
/** Product pictures of a public page: two in a row on a phone, and one on a dense screen. */
export const TILE_SIZES = [
  { ...IMAGE_OPTIONS, width: 360, height: 450 },
  { ...DENSE_OPTIONS, width: 720, height: 900 },
] as const
/** Main picture of a public page, as wide as a phone. */
export const PAGE_PICTURE_SIZES = [
  { ...IMAGE_OPTIONS, width: 480, height: 480 },
  { ...DENSE_OPTIONS, width: 960, height: 960 },
] as const
/** Picture of a link in the edit dialog, for dense screens. Its height follows from the crop. */
export const PREVIEW_SIZE = { ...IMAGE_OPTIONS, width: 700 } as const
/** Largest size for the photo editor. */
export const EDITOR_SIZE = { fit: 'scale-down', width: FETCH_MAX_PX, height: FETCH_MAX_PX } as const

/**
 * All sizes in which the app and our pages show pictures. Anyone may request these. Other sizes
 * requested without an account get the nearest one.
 */
export const PUBLIC_SIZES: readonly Omit<ImageOptions, 'crop'>[] = [
  ...SQUARE_SIDES.map((side) => ({ ...IMAGE_OPTIONS, width: side, height: side })),
  COVER_SIZE,
  ...TILE_SIZES,
  // The smaller one is among the squares.
  PAGE_PICTURE_SIZES[1],
  PREVIEW_SIZE,
  EDITOR_SIZE,
  // Used by the API for a picture that is only cropped.
  {},
  ...SQUARE_SIDES.map((side) => ({ fit: 'scale-down', width: side, height: side }) as const),
]
