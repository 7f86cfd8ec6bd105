import { addCollection } from '../support/collections.ts'
import { expect, test } from '../support/test.ts'
import { before, dragByTouch, handle } from '../support/touch.ts'

test('collections are sorted with a finger', async ({ page, person, openApp }) => {
  for (const name of ['Desk', 'Kitchen', 'Bedroom']) await addCollection(person, name)
  await openApp('/splitlinks?tab=collections')
  const order = () => page.locator('[data-held] a').allTextContents()
  await expect.poll(order).toEqual(['Bedroom', 'Kitchen', 'Desk'])
  await dragByTouch(page, handle(page, 'Desk'), await before(page, 0))
  await expect.poll(order).toEqual(['Desk', 'Bedroom', 'Kitchen'])
})

for (const layout of ['List', 'Grid', 'Post'])
  test(`links are ordered by touch: ${layout}`, async ({ page, addProduct, person, openApp }) => {
    const made = []
    for (const name of ['Oak lamp', 'Velvet sofa', 'Round rug']) made.push(await addProduct(name))
    const collection = await addCollection(person, 'Living room', made)
    await openApp(`/splitpage/collection/${collection.uuid}`)
    const order = () => page.locator('[data-held] [aria-haspopup="dialog"]').allTextContents()
    await expect.poll(order).toEqual(['Oak lamp', 'Velvet sofa', 'Round rug'])
    if (layout !== 'List') {
      await page.getByRole('radio', { name: layout }).check()
      await expect(page.locator(`[data-layout="${layout.toLowerCase()}"]`)).toBeVisible()
    }
    await dragByTouch(page, handle(page, 'Velvet sofa'), await before(page, 0))
    await expect.poll(order).toEqual(['Velvet sofa', 'Oak lamp', 'Round rug'])
  })
