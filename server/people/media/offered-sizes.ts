import { PUBLIC_SIZES, SQUARE_SIDES, EDITOR_SIZE } from '#contract/images/image-sizes.ts'
import { IMAGE_OPTIONS } from '#contract/limits.ts'
import { FETCH_MAX_PX } from '#contract/images/uploads.ts'
import { withDefaults, type Transform } from './options.ts'

type Size = Omit<Transform, 'crop'>

const nameOf = ({ fit, width, height, quality, sharpen }: Size) =>
  JSON.stringify([fit, width, height, quality, sharpen])

const OFFERED = new Set(PUBLIC_SIZES.map((size) => nameOf(withDefaults(size))))

/** Returns whether the app or a page uses this size. */
export const isOffered = (requested: Transform): boolean => OFFERED.has(nameOf(requested))

/**
 * Returns the size that a client without an account gets. Only a few sizes exist per picture, so
 * arbitrary numbers cause no work. The result is not larger than requested, unless the request is
 * below the smallest size.
 */
export function nearestOffered(requested: Transform): Transform {
  if (isOffered(requested)) return requested
  const { fit, width = FETCH_MAX_PX, height = FETCH_MAX_PX, crop } = requested
  const side = SQUARE_SIDES.findLast((one) => one <= Math.min(width, height)) ?? SQUARE_SIDES[0]
  const square = { width: side, height: side }
  return {
    ...withDefaults(sizeOf(fit === 'cover' && width === height, square, { width, height })),
    ...(crop && { crop }),
  }
}

type Box = { width: number; height: number }

function sizeOf(isSquare: boolean, square: Box, { width, height }: Box) {
  if (Math.min(width, height) === FETCH_MAX_PX) return EDITOR_SIZE
  return isSquare ? { ...IMAGE_OPTIONS, ...square } : ({ fit: 'scale-down', ...square } as const)
}
