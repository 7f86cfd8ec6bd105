import { useEffect, useRef, useState } from 'react'
import { CROPPER_DELAY_MS } from '#contract/images/uploads.ts'
import type { Area } from './crop-geometry.ts'
import { cropFull, cropThumbnail, type Crops } from './crops.ts'

export type CropName = 'full' | 'thumbnail'

/** Holds both crops. Moves during a drag are collected for 50 ms; `settle` applies them at once. */
export function useCrops() {
  const cropsRef = useRef<Crops>(undefined)
  const [shown, setShown] = useState<Crops>()
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; crop: (crops: Crops) => Crops }>(
    undefined,
  )

  function set(crops: Crops) {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
    cropsRef.current = crops
    setShown(crops)
  }

  /** Applies a pending move and returns the crops. */
  function settle(): Crops | undefined {
    const crop = pending.current?.crop
    if (crop && cropsRef.current) set(crop(cropsRef.current))
    return cropsRef.current
  }

  function moved(name: CropName, area: Area) {
    const crop = (crops: Crops) =>
      name === 'full' ? cropFull(crops, area) : cropThumbnail(crops, area)
    const timer = pending.current?.timer ?? setTimeout(settle, CROPPER_DELAY_MS)
    pending.current = { timer, crop }
  }

  function change<Rest extends unknown[]>(
    how: (crops: Crops, ...rest: Rest) => Crops,
    ...rest: Rest
  ) {
    const crops = settle()
    if (crops) set(how(crops, ...rest))
  }

  useEffect(() => () => clearTimeout(pending.current?.timer), [])

  return { crops: shown, set, settle, moved, change }
}
