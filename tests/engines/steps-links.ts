import { expect } from 'vitest'
import { twoColours } from '../e2e/support/photo.ts'
import type { World } from './world.ts'

export const EMAIL = 'ana@example.com'
export const PASSWORD = 'correct horse battery'

export const ADDRESS = { label: 'Product or page address' }
export const button = (name: string | RegExp) => ({ role: 'button', name })
export const heading = (name: string | RegExp) => ({ role: 'heading', name })

export async function signUp({ visitor }: World) {
  await visitor.open('/')
  await visitor.write({ label: 'Email' }, EMAIL)
  await visitor.write({ label: 'Password' }, PASSWORD)
  await visitor.tap(button('Create account'))
  await visitor.sees({ role: 'navigation', name: 'Main' })
  await visitor.holds('navigator.serviceWorker.controller?.state === "activated"')
}

export async function makeLink({ visitor, shop }: World) {
  await visitor.open('/splitlinks')
  await visitor.tap(button('Paste a link'))
  await visitor.write(ADDRESS, shop.product('Oak arc lamp'))
  await visitor.tap(button('Create link'))
  await visitor.sees(heading('Your link is ready'))
  await visitor.tap(button('Done'))
  await visitor.sees(button('Oak arc lamp'))
  await visitor.tap(button(/^Copy link.*Oak arc lamp/))
  await visitor.hears('Link has been copied')
}

export async function openMenu({ visitor }: World, link: string, item: string) {
  await visitor.tap(button(link), 'right')
  await visitor.tap({ role: 'menuitem', name: item })
}

export async function rename(world: World, from: string, to: string) {
  const { visitor } = world
  await openMenu(world, from, 'Edit')
  await visitor.write({ label: 'Name' }, to)
  await visitor.tap(button('Save'))
  await visitor.misses({ role: 'dialog' })
  await visitor.sees(button(to))
}

export async function editLink(world: World) {
  await rename(world, 'Oak arc lamp', 'Brass lamp')
  const [link] = await world.links()
  expect(link?.name).toBe('Brass lamp')
}

const PICTURE = { width: 600, height: 900 }

export async function cutPhoto(world: World) {
  const { visitor } = world
  await openMenu(world, 'Brass lamp', 'Edit photo')
  const picture = await twoColours(PICTURE.width, PICTURE.height)
  await visitor.giveFile({ label: 'Photo' }, picture)
  await visitor.holds('document.querySelector(".cropper-crop-box") !== null')
  await visitor.pick({ role: 'combobox', name: 'Aspect ratio' }, 'square')
  await visitor.ask('person.find({ role: "application" })[0].focus()')
  await visitor.press('Shift+ArrowDown')
  await visitor.tap(button('Save'))
  await visitor.misses({ role: 'dialog' })
  const [link] = await world.links()
  const { x1, y1, x2, y2 } = link?.custom_image_params ?? { x1: 0, y1: 0, x2: 0, y2: 0 }
  expect(((x2 - x1) * PICTURE.width) / ((y2 - y1) * PICTURE.height)).toBeCloseTo(1, 1)
  // The arrow key has moved the crop down from the middle.
  expect(y1).toBeGreaterThan((1 - (y2 - y1)) / 2 + 0.01)
}

export async function makeCollection({ visitor }: World) {
  await visitor.open('/splitlinks?tab=collections')
  await visitor.tap(button('New collection'))
  await visitor.write({ label: 'Name' }, 'Living room')
  await visitor.tap(button('Create collection'))
  await visitor.sees(heading('Living room'))
  await visitor.tap(button('Add links'))
  await visitor.tap({ text: 'Brass lamp', inside: { role: 'dialog' } })
  await visitor.tap(button('Add 1 link'))
  await visitor.misses({ role: 'dialog' })
  await visitor.sees(button('Brass lamp'))
}

export async function search({ visitor }: World) {
  await visitor.open('/splitlinks')
  await visitor.sees(button('Brass lamp'))
  await visitor.write({ role: 'searchbox' }, 'sofa')
  await visitor.misses(button('Brass lamp'))
  await visitor.write({ role: 'searchbox' }, 'brass')
  await visitor.sees(button('Brass lamp'))
}
