/** Number of frames in which stored rows are read, rendered and painted. */
const FRAME_COUNT = 4
/** Maximum wait per frame, since a background tab paints nothing. */
const MAX_FRAME_MS = 250

/** Resolves after the first rows have been painted, so that following work does not delay them. */
export async function afterPaint(): Promise<void> {
  for (let frame = 0; frame < FRAME_COUNT && document.visibilityState !== 'hidden'; frame += 1)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, MAX_FRAME_MS)
      requestAnimationFrame(() => setTimeout(resolve, 0))
    })
}
