import type { AnyRouter } from '@tanstack/react-router'
import { within } from '#http/time-out.ts'

/** A screen that cannot be drawn, or code that never comes, must not keep everything else away. */
const LONGEST_MS = 3000

/**
 * Resolves when rows that are on this device stand on the first screen. Without any there is nothing
 * to wait for.
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

/** Past the painting of what was just drawn. A tab in the background draws nothing. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
