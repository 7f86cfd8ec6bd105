import type { ImageParams } from '#contract/links/short-link.ts'

export type Size = { width: number; height: number }
export type Region = Size & { left: number; top: number }

/**
 * Returns whether the crop is a valid area. Its values are fractions if x2 is at most 1, otherwise
 * pixels.
 */
export function isCrop({ x1, y1, x2, y2 }: ImageParams): boolean {
  const isArea = 0 <= x1 && x1 < x2 && 0 <= y1 && y1 < y2
  return isArea && (isPixels({ x2 }) || y2 <= 1)
}

const isPixels = ({ x2 }: { x2: number }) => x2 > 1

/** Returns whether the crop overlaps the picture. Parts outside the picture are cut off. */
export const overlaps = (crop: ImageParams, { width, height }: Size): boolean =>
  !isPixels(crop) || (crop.x1 < width && crop.y1 < height)

export const isWhole = ({ x1, y1, x2, y2 }: ImageParams): boolean =>
  x1 === 0 && y1 === 0 && x2 === 1 && y2 === 1

/**
 * Returns the crop in whole pixels, at least one per side. Returns null if it lies outside the
 * picture.
 */
export function regionOf(crop: ImageParams, { width, height }: Size): Region | null {
  if (!overlaps(crop, { width, height })) return null
  const [scaleX, scaleY] = isPixels(crop) ? [1, 1] : [width, height]
  const left = Math.min(Math.round(crop.x1 * scaleX), width - 1)
  const top = Math.min(Math.round(crop.y1 * scaleY), height - 1)
  const right = Math.min(Math.round(crop.x2 * scaleX), width)
  const bottom = Math.min(Math.round(crop.y2 * scaleY), height)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}
