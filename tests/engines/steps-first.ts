import { TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { button, EMAIL } from './steps-links.ts'
import type { World } from './world.ts'

const dialog = (name: string) => ({ role: 'dialog', name })
const MODE = dialog('How will you use Split?')
const PROFILE = dialog('Your public profile')
const NOTIFICATIONS = dialog('Know when something happens')
const EARNINGS = dialog('How you earn')
const READY = dialog('You’re ready')

/**
 * Completes the onboarding steps that apply in this browser, up to the suggestions. Goes back once
 * with the browser and once with the arrow, and reloads once. The steps for Instagram, the
 * extension and the bonus do not apply.
 */
export async function firstSteps(world: World) {
  const { visitor } = world
  await visitor.sees(dialog('Welcome to Split'))
  await visitor.tap(button('Next'))
  await visitor.tap(button('Set up'))
  await visitor.sees(MODE)
  await visitor.tap(button(/^Creator/))
  await visitor.tap(button('Next'))
  await visitor.sees(PROFILE)

  await visitor.ask('history.back()')
  await visitor.sees(MODE)
  await visitor.holds(
    'person.find({ role: "button", name: /^Creator/ })[0].getAttribute("aria-pressed") === "true"',
  )
  await visitor.tap(button('Next'))
  await visitor.write({ label: 'First name' }, 'Ana')
  await visitor.write({ label: 'Last name' }, 'Example')
  await visitor.write({ label: 'Contact email' }, EMAIL)
  await visitor.tap(button('Finish'))
  await visitor.sees(NOTIFICATIONS)

  await visitor.open('/?onboarding=notifications')
  await visitor.sees(NOTIFICATIONS)
  await visitor.tap(button('Back'))
  await visitor.reads({ label: 'First name' }, 'Ana')
  await visitor.tap(button('Finish'))
  await visitor.sees(NOTIFICATIONS)
  await visitor.tap(button('Next'))
  await visitor.sees(EARNINGS)
  await visitor.tap(button('Next'))
  await visitor.sees(READY)
  await visitor.tap(button('Done'))
  await visitor.misses({ role: 'dialog' })
  await visitor.sees({ role: 'region', name: 'To try next' })

  await visitor.open('/')
  await visitor.sees({ role: 'region', name: 'To try next' })
  await visitor.misses({ role: 'dialog' })
  const left = await fetch(`${world.server.origin}${V2}/facts/`, {
    headers: { [TOKEN_HEADER]: await world.token() },
  })
  const { onboarding } = (await left.json()) as { onboarding: { step: string | null } }
  if (onboarding.step !== null) throw new Error(`still at ${onboarding.step}`)
}
