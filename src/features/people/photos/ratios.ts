import type { Size } from './crop-geometry.ts'

/** Ratios in the order of the list. */
export const RATIOS = [
  { id: 'free', label: 'Free' },
  { id: 'original', label: 'Original' },
  { id: 'square', label: 'Square' },
  { id: '9:16', label: '9:16' },
  { id: '8:10', label: '8:10' },
  { id: '5:7', label: '5:7' },
  { id: '3:4', label: '3:4' },
  { id: '3:5', label: '3:5' },
  { id: '2:3', label: '2:3' },
] as const
export type RatioId = (typeof RATIOS)[number]['id']
export type Orientation = 'portrait' | 'landscape'
export type Shape = { ratio: RatioId; orientation: Orientation }

/** Returns the orientation. A square counts as portrait. */
export const orientationOf = ({ width, height }: Size): Orientation =>
  height >= width ? 'portrait' : 'landscape'

export const flipped = (orientation: Orientation): Orientation =>
  orientation === 'portrait' ? 'landscape' : 'portrait'

/**
 * Returns width divided by height: as written for portrait, inverted for landscape. NaN if free.
 */
export function ratioValue({ ratio, orientation }: Shape, picture: Size): number {
  if (ratio === 'free') return Number.NaN
  if (ratio === 'square') return 1
  if (ratio === 'original') {
    const own = picture.width / picture.height
    return orientation === orientationOf(picture) ? own : 1 / own
  }
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return orientation === 'portrait' ? width / height : height / width
}

/** Tolerance, because crops are saved in whole pixels and with 4 decimals. */
const TOLERANCE = 0.005

/** Returns the first listed ratio that matches the crop, or "free", with its orientation. */
export function matchShape(crop: Size, picture: Size): Shape {
  const cropRatio = crop.width / crop.height
  const orientation = orientationOf(crop)
  // "free" never matches, because its value is NaN.
  const match = RATIOS.find(({ id }) => {
    const value = ratioValue({ ratio: id, orientation }, picture)
    return Math.abs(value / cropRatio - 1) < TOLERANCE
  })
  return { ratio: match?.id ?? 'free', orientation }
}
