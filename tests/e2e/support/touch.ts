import type { Locator, Page } from '@playwright/test'

/** By which something is moved in its list. */
export const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name},`) })

/** More than a finger's width each would leave behind what it drags. */
const STEPS = 40

/** As a finger does it: pressed, moved in small steps, let go; the page itself must not scroll along. */
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

/** The upper left of what stands at this place: before it. */
export async function before(page: Page, place: number) {
  const box = await page.locator(`[data-place="${place}"]`).boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + 12, y: box.y + 12 }
}
