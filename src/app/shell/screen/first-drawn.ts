import type { AnyRouter } from '@tanstack/react-router'
import { withTimeout } from '#http/time-out.ts'

/** Maximum wait, in case the screen fails or its code does not load. */
const MAX_WAIT_MS = 3000

/**
 * Resolves when the rows on this device have been painted on the first screen. Resolves at once if
 * there are none.
 */
export async function whenFirstRowsPainted(
  router: AnyRouter,
  rowsAtHand: Promise<boolean>,
): Promise<void> {
  const rendered = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  await withTimeout(MAX_WAIT_MS, rowsPainted(rowsAtHand, rendered), undefined)
}

async function rowsPainted(rowsAtHand: Promise<boolean>, rendered: Promise<void>): Promise<void> {
  if (!(await rowsAtHand)) return
  await rendered
  await afterNextPaint()
}

/** Resolves after the next paint. A background tab does not paint, so it resolves at once. */
const afterNextPaint = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
