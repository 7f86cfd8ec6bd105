import type { Locator, Page } from '@playwright/test'
import { addCollection } from '../support/collections.ts'
import { expect, test } from '../support/test.ts'

const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name},`) })

/** More than a finger's width each would leave behind what it drags. */
const STEPS = 40

/** As a finger does it: pressed, moved in small steps, let go; the page itself must not scroll along. */
async function dragByTouch(page: Page, from: Locator, to: { x: number; y: number }) {
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
async function before(page: Page, place: number) {
  const box = await page.locator(`[data-place="${place}"]`).boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + 12, y: box.y + 12 }
}

test('collections are put in order with a finger', async ({ page, person, signIn }) => {
  for (const name of ['Desk', 'Kitchen', 'Bedroom']) await addCollection(person, name)
  await signIn(page, person, '/splitlinks?tab=collections')
  const order = () => page.locator('[data-held] a').allTextContents()
  await expect.poll(order).toEqual(['Bedroom', 'Kitchen', 'Desk'])
  await dragByTouch(page, handle(page, 'Desk'), await before(page, 0))
  await expect.poll(order).toEqual(['Desk', 'Bedroom', 'Kitchen'])
})

for (const layout of ['List', 'Grid', 'Post'])
  test(`the links of a collection are put in order with a finger, layout ${layout}`, async ({
    page,
    person,
    shop,
    signIn,
  }) => {
    const made = []
    for (const name of ['Oak lamp', 'Velvet sofa', 'Round rug'])
      made.push(await person.addLink(shop.product(name)))
    const collection = await addCollection(person, 'Living room', made)
    await signIn(page, person, `/splitpage/collection/${collection.uuid}`)
    const order = () => page.locator('[data-held] [aria-haspopup="dialog"]').allTextContents()
    await expect.poll(order).toEqual(['Oak lamp', 'Velvet sofa', 'Round rug'])
    if (layout !== 'List') {
      await page.getByRole('radio', { name: layout }).check()
      await expect(page.locator(`[data-layout="${layout.toLowerCase()}"]`)).toBeVisible()
    }
    await dragByTouch(page, handle(page, 'Velvet sofa'), await before(page, 0))
    await expect.poll(order).toEqual(['Velvet sofa', 'Oak lamp', 'Round rug'])
  })
