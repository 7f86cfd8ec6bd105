import type { ImageOptions, SQUARE_SIDES } from './image-sizes.ts'
import { IMAGE_OPTIONS } from '../limits.ts'

/** Picture of a link without one (R-310). Transparent, for light and dark backgrounds. */
export const PLACEHOLDER_URL = '/icons/placeholder-512.svg'

export const IMAGE_ROOT = '/cdn-cgi/image'

const TRANSFORMED_PATH = /^\/cdn-cgi\/image\/([^/]+)(\/.+)$/s

/**
 * Returns the address of a picture with these options. A crop in the source address is kept, unless
 * the options contain one. Vector images and icons (R-309), the placeholder and local pictures of
 * this browser are returned unchanged.
 */
export function imagePath(source: string, options: ImageOptions): string {
  if (isUntransformed(source)) return source
  const [, sourceOptions = '', inner = source] = TRANSFORMED_PATH.exec(source) ?? []
  const crop = sourceOptions.split(',').filter((option) => option.startsWith('crop='))
  const optionList = [...(options.crop ? [] : crop), ...Object.entries(options).map(formatOption)]
  return `${IMAGE_ROOT}/${optionList.join(',')}${inner.startsWith('/') ? inner : `/${encodeURIComponent(inner)}`}`
}

/**
 * Returns the address of a picture for a box of `size` pixels (R-308). Pictures of other hosts are
 * returned unchanged.
 */
export const squareImage = (source: string, size: (typeof SQUARE_SIDES)[number]): string =>
  source.startsWith('/')
    ? imagePath(source, { ...IMAGE_OPTIONS, width: size, height: size })
    : source

/** Returns the address of the original picture, for the photo editor. */
export const originalImage = (source: string): string =>
  TRANSFORMED_PATH.exec(source)?.[2] ?? source

function formatOption([name, value]: [string, ImageOptions[keyof ImageOptions]]): string {
  if (typeof value !== 'object') return `${name}=${value}`
  return `${name}=${[value.x1, value.y1, value.x2, value.y2].join(';')}`
}

const isUntransformed = (source: string) =>
  /^(data|blob):/.test(source) ||
  source.startsWith('/icons/') ||
  /\.(ico|svg)$/i.test(source.replace(/[?#].*$/s, ''))
