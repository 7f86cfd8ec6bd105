/** Frames in which what was just stored is read, drawn and painted. */
const FRAMES = 4
/** A tab in the background paints nothing, and must not wait for it. */
const LONGEST_MS = 250

/** The first rows come before the work that follows them. */
export async function afterPaint(): Promise<void> {
  for (let frame = 0; frame < FRAMES && document.visibilityState !== 'hidden'; frame += 1)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LONGEST_MS)
      requestAnimationFrame(() => setTimeout(resolve, 0))
    })
}
