/** Number of frames in which stored rows are read, rendered and painted. */
const FRAMES = 4
/** Maximum wait per frame, since a background tab paints nothing. */
const LONGEST_MS = 250

/** Resolves after the first rows have been painted, so that following work does not delay them. */
export async function afterPaint(): Promise<void> {
  for (let frame = 0; frame < FRAMES && document.visibilityState !== 'hidden'; frame += 1)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LONGEST_MS)
      requestAnimationFrame(() => setTimeout(resolve, 0))
    })
}
