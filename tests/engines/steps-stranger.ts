import { forgetWorker } from './steps-device.ts'
import { heading } from './steps-links.ts'
import { SLUG } from './steps-page.ts'
import type { World } from './world.ts'

/** For documentation only, so nobody's: not where the creator signs in from. */
const ELSEWHERE = '203.0.113.7'

/** Somebody else, in a browser that knows nobody: by the page to the shop. */
export async function followPage(world: World) {
  const { visitor, network } = world
  await forgetWorker(world)
  network.from = ELSEWHERE
  await visitor.open(`/p/${SLUG}`)
  await visitor.tap({ role: 'link', name: /Copper lamp/ })
  await visitor.sees(heading('Oak arc lamp'))
  network.from = undefined
}

/** The creator sees it, and no click that nobody made. */
export async function clickCounts(world: World) {
  const { visitor, network } = world
  network.clear()
  await visitor.until('is counted', async () => {
    const links = await world.links()
    const clicks = links.map(({ name, lifetime_clicks }) => `${name}: ${lifetime_clicks}`)
    return clicks.toSorted().join() === 'Copper lamp: 1,Night oil: 0' || clicks.join()
  })
  await visitor.open('/splitlinks')
  await visitor.sees({ text: '1 click' })
  // Shown before it is stored. A page that WebKit keeps while its database is just being opened holds up
  // the deletion that comes next, and nothing can end that from within.
  await visitor.holds(
    `person.kept().then((all) => all.some(([place, text]) => /^database split-/.test(place) && text.includes('Copper lamp')))`,
  )
}
