import type { ImageParams } from '#contract/links/short-link.ts'

export type Size = { width: number; height: number }
/** Area of a picture, in its own pixels. */
export type Area = Size & { x: number; y: number }

export const wholeArea = ({ width, height }: Size): Area => ({ x: 0, y: 0, width, height })

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Returns the corners as fractions of the picture, at most 1, with 4 decimals. */
export function toParams(area: Area, size: Size): ImageParams {
  const { x, y, width, height } = wholePixels(area, size)
  return {
    x1: fraction(x, size.width),
    y1: fraction(y, size.height),
    x2: fraction(x + width, size.width),
    y2: fraction(y + height, size.height),
  }
}

const fraction = (pixels: number, side: number) =>
  Math.round(clamp(pixels / side, 0, 1) * 10_000) / 10_000

/**
 * Returns the area of saved corners. They are pixels if x2 is above 1 (spec, section 3). Null if
 * the area is empty.
 */
export function toArea(params: ImageParams, size: Size): Area | null {
  const isPixels = params.x2 > 1
  const [scaleX, scaleY] = isPixels ? [1, 1] : [size.width, size.height]
  const left = clamp(params.x1 * scaleX, 0, size.width)
  const top = clamp(params.y1 * scaleY, 0, size.height)
  const width = clamp(params.x2 * scaleX, 0, size.width) - left
  const height = clamp(params.y2 * scaleY, 0, size.height) - top
  return width > 0 && height > 0 ? wholePixels({ x: left, y: top, width, height }, size) : null
}

/** Rounds to whole pixels inside the picture. A square stays square. */
function wholePixels(area: Area, size: Size): Area {
  const width = clamp(Math.round(area.width), 1, size.width)
  const height = clamp(Math.round(area.height), 1, size.height)
  const x = clamp(Math.round(area.x), 0, size.width - width)
  const y = clamp(Math.round(area.y), 0, size.height - height)
  return { x, y, width, height }
}

/** Returns the largest square in the middle of an area. */
export function squareInside({ x, y, width, height }: Area): Area {
  const side = Math.max(1, Math.floor(Math.min(width, height)))
  return {
    x: Math.round(x + (width - side) / 2),
    y: Math.round(y + (height - side) / 2),
    width: side,
    height: side,
  }
}

/**
 * Returns the largest area with this ratio in the picture, centered as near as possible to
 * `around`.
 */
export function largestArea(ratio: number, size: Size, around: Area): Area {
  const width = Math.min(size.width, size.height * ratio)
  const height = width / ratio
  return {
    x: clamp(around.x + around.width / 2 - width / 2, 0, size.width - width),
    y: clamp(around.y + around.height / 2 - height / 2, 0, size.height - height),
    width,
    height,
  }
}
