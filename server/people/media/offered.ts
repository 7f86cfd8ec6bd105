import { OFFERED_SIZES, SQUARES, WHOLE } from '#contract/image-sizes.ts'
import { IMAGE_OPTIONS } from '#contract/limits.ts'
import { FETCH_MAX_PX } from '#contract/uploads.ts'
import { withDefaults, type Transform } from './options.ts'

type Size = Omit<Transform, 'crop'>

const nameOf = ({ fit, width, height, quality, sharpen }: Size) =>
  JSON.stringify([fit, width, height, quality, sharpen])

const OFFERED = new Set(OFFERED_SIZES.map((size) => nameOf(withDefaults(size))))

/** Returns whether the app or a page uses this size. */
export const isOffered = (asked: Transform): boolean => OFFERED.has(nameOf(asked))

/**
 * Returns the size that a client without an account gets. Only a few sizes exist per picture, so
 * arbitrary numbers cause no work. The result is not larger than requested, unless the request is
 * below the smallest size.
 */
export function nearestOffered(asked: Transform): Transform {
  if (isOffered(asked)) return asked
  const { fit, width = FETCH_MAX_PX, height = FETCH_MAX_PX, crop } = asked
  const side = SQUARES.findLast((one) => one <= Math.min(width, height)) ?? SQUARES[0]
  const square = { width: side, height: side }
  return {
    ...withDefaults(sizeOf(fit === 'cover' && width === height, square, { width, height })),
    ...(crop && { crop }),
  }
}

type Box = { width: number; height: number }

function sizeOf(isSquare: boolean, square: Box, { width, height }: Box) {
  if (Math.min(width, height) === FETCH_MAX_PX) return WHOLE
  return isSquare ? { ...IMAGE_OPTIONS, ...square } : ({ fit: 'scale-down', ...square } as const)
}
