import { expect } from 'vitest'
import { V2 } from '#contract/app-constants.ts'
import type { Passing } from '../e2e/support/flaky-network.ts'
import { ADDRESS, button, rename } from './steps-links.ts'
import type { World } from './world.ts'

export async function reload(world: World) {
  const { visitor } = world
  await visitor.open('/splitlinks')
  await visitor.sees(button('Brass lamp'))
  world.goOffline()
  await visitor.open('/splitlinks')
  await visitor.tap(button('Use saved copy'))
  await visitor.sees(button('Brass lamp'))
  await visitor.sees({ text: /Saved on this device/ })
}

export async function change(world: World) {
  const { visitor, shop } = world
  await rename(world, 'Brass lamp', 'Copper lamp')
  await visitor.sees({ text: 'Edit waiting to sync' })
  await visitor.tap(button('Create'))
  await visitor.write(ADDRESS, shop.product('Night oil'))
  await visitor.tap(button('Create link'))
  await visitor.sees({ text: /Then its short link appears here/ })
  await visitor.tap(button('Done'))
  await visitor.sees(button(/^Waiting to sync \(2\)/))
  // Waiting changes survive a reload.
  await visitor.open('/splitlinks')
  await visitor.tap(button('Use saved copy'))
  await visitor.sees(button(/^Waiting to sync \(2\)/))
}

export async function comeBack(world: World) {
  const { visitor, network } = world
  world.goOnline()
  await visitor.misses(button(/^Waiting to sync/))
  await visitor.sees(button('Night oil'))
  const names = (await world.links()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['Copper lamp', 'Night oil'])
  const sent = network.seen.filter(({ pathname }) => pathname.startsWith(`${V2}/links/`))
  const count = (wanted: string) => sent.filter(({ method }) => method === wanted).length
  expect({ edits: count('PATCH'), links: sent.filter(isNewLink).length }).toEqual({
    edits: 1,
    links: 1,
  })
}

const isNewLink = ({ method, pathname }: Passing) =>
  method === 'POST' && pathname === `${V2}/links/`
