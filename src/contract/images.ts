import type { ImageOptions, SQUARES } from './image-sizes.ts'
import { IMAGE_OPTIONS } from './limits.ts'

/** Shown where a link has no picture (R-310): a sign on nothing, for light and dark grounds. */
export const PLACEHOLDER_URL = '/icons/placeholder-512.svg'

export const IMAGE_ROOT = '/cdn-cgi/image'

const TRANSFORMED = /^\/cdn-cgi\/image\/([^/]+)(\/.+)$/s

/**
 * The address of a picture as it is wanted. A crop that the source's address holds already stays.
 * Drawings and icons (R-309), the placeholder and pictures that are only in this browser are left alone.
 */
export function imagePath(source: string, options: ImageOptions): string {
  if (isUntransformed(source)) return source
  const [, before = '', inner = source] = TRANSFORMED.exec(source) ?? []
  const crop = before.split(',').filter((option) => option.startsWith('crop='))
  const written = [...(options.crop ? [] : crop), ...Object.entries(options).map(write)]
  return `${IMAGE_ROOT}/${written.join(',')}${inner.startsWith('/') ? inner : `/${encodeURIComponent(inner)}`}`
}

/** A picture as it is shown in a box of `size` pixels a side (R-308); somebody else's is left alone. */
export const shownAt = (source: string, size: (typeof SQUARES)[number]): string =>
  source.startsWith('/')
    ? imagePath(source, { ...IMAGE_OPTIONS, width: size, height: size })
    : source

/** The whole picture behind an address: what a photo editor opens. */
export const wholeImage = (source: string): string => TRANSFORMED.exec(source)?.[2] ?? source

function write([name, value]: [string, ImageOptions[keyof ImageOptions]]): string {
  if (typeof value !== 'object') return `${name}=${value}`
  return `${name}=${[value.x1, value.y1, value.x2, value.y2].join(';')}`
}

const isUntransformed = (source: string) =>
  /^(data|blob):/.test(source) ||
  source.startsWith('/icons/') ||
  /\.(ico|svg)$/i.test(source.replace(/[?#].*$/s, ''))
