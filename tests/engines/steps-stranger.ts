import { forgetWorker } from './steps-device.ts'
import { heading } from './steps-links.ts'
import { SLUG } from './steps-page.ts'
import type { World } from './world.ts'

/** Address reserved for documentation (RFC 5737), so that it differs from the creator's. */
const ELSEWHERE = '203.0.113.7'

/** Goes from the public page to the shop, as a visitor in a new browser. */
export async function followPage(world: World) {
  const { visitor, network } = world
  await forgetWorker(world)
  network.from = ELSEWHERE
  await visitor.open(`/p/${SLUG}`)
  await visitor.tap({ role: 'link', name: /Copper lamp/ })
  await visitor.sees(heading('Oak arc lamp'))
  network.from = undefined
}

/** Checks that the creator sees this click and no other. */
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
  // The click is shown before it is stored. If WebKit keeps a page whose database is being opened,
  // that page blocks the deletion in the next step, and no script can end this.
  await visitor.holds(
    `person.kept().then((all) => all.some(([place, text]) => /^database split-/.test(place) && text.includes('Copper lamp')))`,
  )
}
