import type { ImageParams } from './links.ts'

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
