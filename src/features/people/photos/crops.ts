import type { ImageParams } from '#contract/links/short-link.ts'
import {
  largestArea,
  squareInside,
  toArea,
  toParams,
  wholeArea,
  type Area,
  type Size,
} from './crop-geometry.ts'
import {
  flipped,
  orientationOf,
  ratioValue,
  matchShape,
  type RatioId,
  type Shape,
} from './ratios.ts'

/** Full view and thumbnail of a picture, and the shape of the full view. */
export type Crops = Shape & { full: Area; thumbnail: Area }

type Saved = {
  full?: ImageParams | null | undefined
  thumbnail?: ImageParams | null | undefined
}

/** Returns the saved crops, or else the whole picture with its own ratio. */
export function openCrops(picture: Size, saved: Saved = {}): Crops {
  const full = saved.full ? toArea(saved.full, picture) : null
  const thumbnail = saved.thumbnail ? toArea(saved.thumbnail, picture) : null
  const shape: Shape = full
    ? matchShape(full, picture)
    : { ratio: 'original', orientation: orientationOf(picture) }
  return {
    ...shape,
    full: full ?? wholeArea(picture),
    thumbnail: squareInside(thumbnail ?? full ?? wholeArea(picture)),
  }
}

/** Sets the full view and a new thumbnail inside it. */
export const cropFull = (crops: Crops, full: Area): Crops => ({
  ...crops,
  full,
  thumbnail: squareInside(full),
})

/** Sets the thumbnail only. */
export const cropThumbnail = (crops: Crops, thumbnail: Area): Crops => ({ ...crops, thumbnail })

/** Sets the ratio. A free crop keeps its area, any other gets the largest possible one. */
export function chooseRatio(crops: Crops, ratio: RatioId, picture: Size): Crops {
  const shape = { ratio, orientation: crops.orientation }
  if (ratio === 'free') return { ...crops, ...shape }
  const full = largestArea(ratioValue(shape, picture), picture, crops.full)
  return cropFull({ ...crops, ...shape }, full)
}

/** Switches between portrait and landscape. A free crop keeps its shape, rotated. */
export function flip(crops: Crops, picture: Size): Crops {
  const orientation = flipped(crops.orientation)
  const fixed = ratioValue({ ratio: crops.ratio, orientation }, picture)
  const ratio = Number.isNaN(fixed) ? crops.full.height / crops.full.width : fixed
  return cropFull({ ...crops, orientation }, largestArea(ratio, picture, crops.full))
}

/** Resets the thumbnail to the middle of the full view, or both crops to the whole picture. */
export const reset = (crops: Crops, name: 'full' | 'thumbnail', picture: Size): Crops =>
  name === 'full' ? openCrops(picture) : cropThumbnail(crops, squareInside(crops.full))

/** Returns whether both would be saved with the same values. */
export const isSameCut = (a: Crops, b: Crops, picture: Size): boolean =>
  (['full', 'thumbnail'] as const).every((name) => {
    const [one, other] = [toParams(a[name], picture), toParams(b[name], picture)]
    return one.x1 === other.x1 && one.y1 === other.y1 && one.x2 === other.x2 && one.y2 === other.y2
  })
