import type { Locator, Page } from '@playwright/test'

/** Returns the drag handle of a list item. */
export const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name},`) })

/** Number of moves. With larger steps, the dragged item would fall behind the finger. */
const STEPS = 40

/** Drags an element with a simulated finger in small steps. The page itself must not scroll. */
export async function dragByTouch(page: Page, from: Locator, to: { x: number; y: number }) {
  const box = await from.boundingBox()
  if (!box) throw new Error('not on the screen')
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await send('touchStart', start)
  for (let step = 1; step <= STEPS; step += 1)
    await send('touchMove', {
      x: start.x + ((to.x - start.x) * step) / STEPS,
      y: start.y + ((to.y - start.y) * step) / STEPS,
    })
  await send('touchEnd')
  await touch.detach()
}

/**
 * Returns a point near the top left corner of the item at this place. Dropping there puts the
 * dragged item before it.
 */
export async function before(page: Page, place: number) {
  const box = await page.locator(`[data-place="${place}"]`).boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + 12, y: box.y + 12 }
}
