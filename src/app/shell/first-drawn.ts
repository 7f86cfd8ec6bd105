import type { AnyRouter } from '@tanstack/react-router'
import { within } from '#http/time-out.ts'

/** Maximum wait, in case the screen fails or its code does not load. */
const LONGEST_MS = 3000

/**
 * Resolves when the rows on this device have been painted on the first screen. Resolves at once if
 * there are none.
 */
export async function firstDrawn(router: AnyRouter, rowsAtHand: Promise<boolean>): Promise<void> {
  const rendered = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  await within(LONGEST_MS, painted(rowsAtHand, rendered), undefined)
}

async function painted(rowsAtHand: Promise<boolean>, rendered: Promise<void>): Promise<void> {
  if (!(await rowsAtHand)) return
  await rendered
  await nextFrame()
}

/** Resolves after the next paint. A background tab does not paint, so it resolves at once. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
