import type { ImageParams } from '#contract/links.ts'
import {
  largestOf,
  squareInside,
  toArea,
  toParams,
  wholeOf,
  type Area,
  type Size,
} from './crop-geometry.ts'
import { flipped, orientationOf, ratioValue, shapeOf, type RatioId, type Shape } from './ratios.ts'

/** The two crops of a picture (D-42), and the shape that the full one keeps. */
export type Crops = Shape & { full: Area; thumbnail: Area }

type Saved = {
  full?: ImageParams | null | undefined
  thumbnail?: ImageParams | null | undefined
}

/** As they were saved; else the whole picture with its own ratio. */
export function openCrops(picture: Size, saved: Saved = {}): Crops {
  const full = saved.full ? toArea(saved.full, picture) : null
  const thumbnail = saved.thumbnail ? toArea(saved.thumbnail, picture) : null
  const shape: Shape = full
    ? shapeOf(full, picture)
    : { ratio: 'original', orientation: orientationOf(picture) }
  return {
    ...shape,
    full: full ?? wholeOf(picture),
    thumbnail: squareInside(thumbnail ?? full ?? wholeOf(picture)),
  }
}

/** A new full view brings a new thumbnail inside it. */
export const cropFull = (crops: Crops, full: Area): Crops => ({
  ...crops,
  full,
  thumbnail: squareInside(full),
})

/** The thumbnail alone. */
export const cropThumbnail = (crops: Crops, thumbnail: Area): Crops => ({ ...crops, thumbnail })

/** A free crop starts from what there is; any other takes all it can. */
export function chooseRatio(crops: Crops, ratio: RatioId, picture: Size): Crops {
  const shape = { ratio, orientation: crops.orientation }
  if (ratio === 'free') return { ...crops, ...shape }
  const full = largestOf(ratioValue(shape, picture), picture, crops.full)
  return cropFull({ ...crops, ...shape }, full)
}

/** Lies down what stood up; a free crop keeps its shape, turned. */
export function flip(crops: Crops, picture: Size): Crops {
  const orientation = flipped(crops.orientation)
  const fixed = ratioValue({ ratio: crops.ratio, orientation }, picture)
  const ratio = Number.isNaN(fixed) ? crops.full.height / crops.full.width : fixed
  return cropFull({ ...crops, orientation }, largestOf(ratio, picture, crops.full))
}

/** The thumbnail back to where the full view puts it, or all back to the whole picture. */
export const reset = (crops: Crops, name: 'full' | 'thumbnail', picture: Size): Crops =>
  name === 'full' ? openCrops(picture) : cropThumbnail(crops, squareInside(crops.full))

/** Whether both would be saved alike. */
export const isSameCut = (a: Crops, b: Crops, picture: Size): boolean =>
  (['full', 'thumbnail'] as const).every((name) => {
    const [one, other] = [toParams(a[name], picture), toParams(b[name], picture)]
    return one.x1 === other.x1 && one.y1 === other.y1 && one.x2 === other.x2 && one.y2 === other.y2
  })
