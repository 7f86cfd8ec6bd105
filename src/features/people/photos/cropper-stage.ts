import type Cropper from 'cropperjs'
import { MIN_CROP_PX } from '#contract/images/uploads.ts'
import type { Area } from './crop-geometry.ts'

/** Cropper with properties that its types omit. */
type FullCropper = Cropper & {
  options: { minCropBoxWidth: number; minCropBoxHeight: number }
  resize: () => void
}

const SHIFT_PX = 10
const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/**
 * Returns how much wider and higher a key makes the crop. `slope` is its height divided by its
 * width.
 */
type Growth = (step: number, slope: number) => [wider: number, higher: number]
const growBy =
  (by: number): Growth =>
  (_, slope) => [by, by * slope]
const RESIZE_KEYS: Record<string, Growth> = {
  '+': growBy(SHIFT_PX),
  '=': growBy(SHIFT_PX),
  '-': growBy(-SHIFT_PX),
  _: growBy(-SHIFT_PX),
  w: (step) => [step, 0],
  n: (step) => [-step, 0],
  t: (step) => [0, step],
  s: (step) => [0, -step],
}

export type Stage = ReturnType<typeof cropperFor>

/** Shows crops on a cropper, and reports only those changes that the user made. */
export function cropperFor(typed: Cropper, onMove: (area: Area) => void) {
  const cropper = typed as FullCropper
  let shown: Area | undefined
  let requestedArea: Area | undefined
  /** Areas that were reported. They return with a later render, when the crop may have moved on. */
  const reported = new WeakSet<Area>()
  let ratio: number | undefined
  let isGrabbed = false
  let acting = false

  function act(change: () => void) {
    acting = true
    change()
    acting = false
  }

  /** Fits the picture into the stage. A disabled cropper does not do this itself. */
  function relayout() {
    cropper.resize()
    if (shown) place(cropper, shown)
  }

  return {
    show(area: Area, nextRatio: number) {
      const isOld = area === requestedArea || reported.has(area)
      requestedArea = area
      if (isOld && Object.is(nextRatio, ratio)) return
      shown = area
      cropper.reset()
      if (!Object.is(nextRatio, ratio)) setRatio(cropper, nextRatio)
      ratio = nextRatio
      place(cropper, area)
    },
    enable(on: boolean) {
      if (on) cropper.enable()
      else cropper.disable()
      if (on) relayout()
    },
    relayout,
    grab: (on: boolean) => void (isGrabbed = on),
    /** Marks the crop event that follows a zoom in the same task as made by the user. */
    zoomed() {
      acting = true
      queueMicrotask(() => (acting = false))
    },
    report() {
      if (!isGrabbed && !acting) return
      const { x, y, width, height } = cropper.getData()
      shown = { x, y, width, height }
      reported.add(shown)
      onMove(shown)
    },
    /** Handles a key. Returns whether it has a meaning here. */
    press(key: string, isLarge: boolean): boolean {
      const arrow = ARROWS[key]
      const growth = RESIZE_KEYS[key.toLowerCase()]
      const step = isLarge ? SHIFT_PX : 1
      const { left, top, width, height } = cropper.getCropBoxData()
      if (arrow) {
        act(() =>
          cropper.setCropBoxData({ left: left + arrow[0] * step, top: top + arrow[1] * step }),
        )
        return true
      }
      if (!growth) return false
      const [wider, higher] = growth(step, height / width)
      act(() =>
        cropper.setCropBoxData({
          left: left - wider / 2,
          top: top - higher / 2,
          width: width + wider,
          height: height + higher,
        }),
      )
      return true
    },
  }
}

/** Limits the crop to at least 50 px in both directions, whatever its ratio. */
function setRatio(cropper: FullCropper, ratio: number) {
  const wide = Number.isNaN(ratio) ? 1 : ratio
  cropper.options.minCropBoxWidth = MIN_CROP_PX * Math.max(1, wide)
  cropper.options.minCropBoxHeight = MIN_CROP_PX * Math.max(1, 1 / wide)
  cropper.setAspectRatio(ratio)
}

/**
 * Shows a crop. In a panorama that fits the stage the crop would be smaller than the minimum; the
 * picture is then enlarged around it until it is not, or until the crop fills the stage.
 */
function place(cropper: FullCropper, area: Area) {
  const container = cropper.getContainerData()
  const canvas = cropper.getCanvasData()
  const { minCropBoxWidth, minCropBoxHeight } = cropper.options
  const needed = Math.max(minCropBoxWidth / area.width, minCropBoxHeight / area.height)
  const largest = Math.min(container.width / area.width, container.height / area.height)
  const scale = Math.min(needed, largest)
  if (scale > canvas.width / canvas.naturalWidth) {
    // Removes the crop box, which would keep the picture in place.
    cropper.clear()
    cropper.setCanvasData({
      left: container.width / 2 - (area.x + area.width / 2) * scale,
      top: container.height / 2 - (area.y + area.height / 2) * scale,
      width: canvas.naturalWidth * scale,
    })
    cropper.crop()
  }
  cropper.setData(area)
}
