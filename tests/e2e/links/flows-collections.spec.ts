import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { Collection } from '#contract/collections.ts'
import { addCollection } from '../support/collections.ts'
import { goOffline, goOnline } from '../support/offline.ts'
import { twoColours } from '../support/photo.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const COLLECTIONS = '/splitlinks?tab=collections'

const named = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name},`) })
const order = (page: Page) => page.locator('[data-held] a').allTextContents()
const heldTitles = (page: Page) =>
  page.locator('[data-held] [aria-haspopup="dialog"]').allTextContents()

const read = async (person: Person, { uuid }: { uuid: string }) =>
  (await (await person.send('GET', `${V2}/collections/${uuid}/`)).json()) as Collection

test('create and reorder (R-229, R-237, R-252)', async ({ page, addProduct, person, openApp }) => {
  const lamp = await addProduct('Oak lamp')
  const sofa = await addProduct('Velvet sofa')
  await openApp(COLLECTIONS)
  await page.getByRole('button', { name: 'New collection' }).click()
  await page.getByLabel('Name').fill('Living room')
  await page.getByRole('button', { name: 'Create collection' }).click()
  await page.getByRole('heading', { level: 1, name: 'Living room' }).waitFor()

  await page.getByRole('button', { name: 'Add links' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Oak lamp').click()
  await dialog.getByText('Velvet sofa').click()
  await dialog.getByRole('button', { name: 'Add 2 links' }).click()
  await expect.poll(() => heldTitles(page)).toEqual(['Oak lamp', 'Velvet sofa'])

  await handle(page, 'Velvet sofa').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => heldTitles(page)).toEqual(['Velvet sofa', 'Oak lamp'])
  await expect(handle(page, 'Velvet sofa')).toBeFocused()
  await expect
    .poll(async () => {
      const listed = await (await person.send('GET', `${V2}/collections/`)).json()
      return (listed as { results: Collection[] }).results[0]?.link_uuids
    })
    .toEqual([sofa.uuid, lamp.uuid])
})

test('collections are ordered by keys and dragging', async ({ page, person, openApp }) => {
  for (const name of ['Desk', 'Kitchen', 'Bedroom']) await addCollection(person, name)
  await openApp(COLLECTIONS)
  await expect.poll(() => order(page)).toEqual(['Bedroom', 'Kitchen', 'Desk'])
  await handle(page, 'Desk').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => order(page)).toEqual(['Desk', 'Bedroom', 'Kitchen'])
  await expect(handle(page, 'Desk')).toBeFocused()

  const [from, to] = [
    await handle(page, 'Kitchen').boundingBox(),
    await page.locator('[data-place="0"]').boundingBox(),
  ]
  if (!from || !to) throw new Error('not on the screen')
  const saved = page.waitForResponse((response) => response.url().endsWith('/order/'))
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 60, { steps: 8 })
  await page.mouse.up()
  await saved
  await expect.poll(() => order(page)).toEqual(['Kitchen', 'Desk', 'Bedroom'])
  await page.reload()
  await expect.poll(() => order(page)).toEqual(['Kitchen', 'Desk', 'Bedroom'])
})

test('a rule adds links (R-244, R-249, D-30)', async ({ page, addProduct, person, openApp }) => {
  const lamp = await addProduct('Oak lamp')
  const sofa = await addProduct('Velvet sofa')
  await person.send('PATCH', `${V2}/links/`, { uuids: [lamp.uuid], tags: ['gift'] })
  await openApp(COLLECTIONS)
  await page.getByRole('button', { name: 'New collection' }).click()
  await page.getByLabel('Name').fill('Gifts')
  await page.getByRole('radio', { name: 'Smart' }).check()
  await page.getByLabel('Tagged').fill('gift')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create collection' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gifts' }).waitFor()
  await expect.poll(() => heldTitles(page)).toEqual(['Oak lamp'])
  await person.send('PATCH', `${V2}/links/`, { uuids: [sofa.uuid], tags: ['gift'] })
  await page.reload()
  await expect.poll(() => heldTitles(page)).toEqual(['Velvet sofa', 'Oak lamp'])
})

test('a cover is cropped in both tabs (R-230, R-266, D-42)', async ({ page, person, openApp }) => {
  const collection = await addCollection(person, 'Living room')
  await openApp(`/splitpage/collection/${collection.uuid}`)
  await page.getByRole('button', { name: 'More for this collection' }).click()
  await page.getByRole('menuitem', { name: 'Add a cover photo' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit photo' })
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(600, 900))
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()
  await editor.getByRole('tab', { name: 'Full View' }).click()
  await editor.getByRole('combobox').selectOption('3:5')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  const cover = page.getByRole('button', { name: 'Edit cover photo' }).locator('img')
  await expect(cover).toHaveAttribute('src', /fit=cover/)
  const { image_params, thumbnail_params } = await read(person, collection)
  expect(image_params).not.toEqual(thumbnail_params)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.locator('[data-held] img')).toHaveAttribute('src', /crop=/)
})

test('an offline order waits (R-256, D-75)', async ({ page, addProduct, person, openApp }) => {
  const lamp = await addProduct('Oak lamp')
  const shelf = await addCollection(person, 'Shelf', [lamp])
  await addCollection(person, 'Desk')
  await openApp(COLLECTIONS)
  await expect(named(page, 'Shelf')).toBeVisible()
  await named(page, 'Shelf').click()
  await expect.poll(() => heldTitles(page)).toEqual(['Oak lamp'])
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(named(page, 'Shelf')).toBeVisible()

  // Without a service worker, the dialogs must be fetched before the browser goes offline.
  await settled(page)
  await goOffline(page)
  await handle(page, 'Shelf').focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Waiting to sync (1)' })).toBeVisible()
  await named(page, 'Shelf').click()
  await expect.poll(() => heldTitles(page)).toEqual(['Oak lamp'])
  await goOnline(page)
  await expect.poll(() => storedOrder(person)).toEqual(['Shelf', 'Desk'])
  expect((await read(person, shelf)).link_uuids).toEqual([lamp.uuid])
})

async function storedOrder(person: Person): Promise<string[]> {
  const answer = await person.send('GET', `${V2}/collections/`)
  return ((await answer.json()) as { results: Collection[] }).results.map(({ name }) => name)
}

test('CREATE adds to selected collections (R-174)', async ({ page, person, shop, openApp }) => {
  const shelf = await addCollection(person, 'Shelf')
  await openApp('/splitlinks?create_split_link=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Product or page address').fill(shop.product('Oak lamp'))
  await dialog.getByRole('button', { name: 'Shelf' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  expect((await read(person, shelf)).link_count).toBe(1)
})
