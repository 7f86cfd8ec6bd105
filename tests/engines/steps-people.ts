import { expect } from 'vitest'
import { TOKEN_HEADER, V1 } from '#contract/app-constants.ts'
import type { UserSettings } from '#contract/people/session.ts'
import { CONFIRM_EMAIL, inOutbox } from '../e2e/support/outbox.ts'
import { button, EMAIL, heading, PASSWORD } from './steps-links.ts'
import type { World } from './world.ts'

const NEW_EMAIL = 'ana@lamps.example'
export const CODE = 'ana-lamps'

const link = (name: string | RegExp) => ({ role: 'link', name })
const BY_MAIL = { role: 'switch', name: 'By mail' }
const isMailed = (is: boolean) =>
  `person.find({ role: 'switch', name: 'By mail' })[0]?.getAttribute('aria-checked') === '${is}'`

/**
 * Turns off email, switches to the dark theme and opens the settings of this device. Starts in the
 * notification settings.
 */
export async function changeSettings(world: World) {
  const { visitor, server } = world
  await visitor.tap(BY_MAIL)
  await visitor.holds(isMailed(false))
  // The switch moves before the server has saved the setting.
  await visitor.until('is saved', async () => {
    const headers = { [TOKEN_HEADER]: await world.token() }
    const answer = await fetch(`${server.origin}${V1}/users/me/settings`, { headers })
    return !((await answer.json()) as UserSettings).notifications.email || 'not yet'
  })
  await visitor.open('/settings/notifications-settings')
  await visitor.holds(isMailed(false))
  await visitor.tap(link('Back'))
  await visitor.tap(button(/^Appearance/))
  await visitor.tap({ role: 'menuitemradio', name: 'Dark' })
  await visitor.holds(IS_DARK)
  await visitor.tap(link(/^Account info/))
  await visitor.sees({ text: 'This device' })
}

/** True if the page is shown in the dark theme. */
const IS_DARK =
  'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((part) => part < 64)'

/** Changes the email address. The change needs the button on the page behind the emailed link. */
export async function changeEmail(world: World) {
  const { visitor, server } = world
  await visitor.tap(link(/^Email/))
  await visitor.write({ label: 'New email' }, NEW_EMAIL)
  await visitor.write({ label: 'Password' }, PASSWORD)
  await visitor.tap(button('Send confirmation'))
  await visitor.sees(heading(NEW_EMAIL))
  await visitor.sees({ text: world.email })
  let letter = ''
  await visitor.until('has a letter', async () => {
    letter = await inOutbox(server, NEW_EMAIL, CONFIRM_EMAIL)
    return letter !== '' || 'not yet'
  })
  await visitor.open(new URL(letter).pathname)
  await visitor.tap(button('Confirm'))
  await visitor.sees(heading('Email confirmed'))
  await visitor.tap(link('Open your email settings'))
  await visitor.sees({ text: `Now ${NEW_EMAIL}` })
  world.email = NEW_EMAIL
  // The theme of this device survives a reload.
  await visitor.holds(IS_DARK)
}

export async function passOn({ visitor }: World) {
  await visitor.open('/refer')
  await visitor.tap(button('Choose your own code'))
  await visitor.write({ label: 'Code' }, CODE)
  await visitor.tap(button('Use this code'))
  await visitor.sees(link(new RegExp(`/r/${CODE}$`)))
  await visitor.tap(button('Copy link'))
  await visitor.hears('Link has been copied')
}

/** Opens the referral link and checks that the visitor is invited to join. */
export async function isInvited({ visitor }: World) {
  await visitor.open(`/r/${CODE}`)
  await visitor.sees({ text: /^You were invited\./ })
}

/**
 * Requests the deletion of the account with the password, which signs out this device. Signing in
 * again cancels the deletion.
 */
export async function leaveAndReturn(world: World) {
  const { visitor } = world
  await visitor.open('/settings/accountinfo/deletion')
  await visitor.write({ label: 'Password' }, PASSWORD)
  await visitor.write({ label: 'Type DELETE to confirm' }, 'DELETE')
  await visitor.tap(button('Delete account'))
  const token = await world.token()
  await visitor.tap({ ...button('Delete account'), inside: { role: 'alertdialog' } })
  await visitor.sees({ text: /your account will be deleted in 30 days/ })
  await expectGone(world, token)

  await visitor.write({ label: 'Email' }, world.email)
  await visitor.write({ label: 'Password' }, PASSWORD)
  await visitor.tap(button('Sign in'))
  await visitor.sees(heading('Keep your account?'))
  await visitor.tap(button('Keep account and sign in'))
  await visitor.sees({ role: 'navigation', name: 'Main' })
  const names = (await world.links()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['Copper lamp', 'Night oil'])
}

/** Checks that no data of the user is left on this device and that the token no longer works. */
export async function expectGone({ visitor, server, email }: World, token: string) {
  expect(token).not.toBe('')
  const kept = await visitor.ask<[place: string, text: string][]>('person.kept()')
  const secrets = [token, EMAIL, email, 'Copper lamp', 'Night oil']
  const left = kept.filter(([, text]) => secrets.some((secret) => text.includes(secret)))
  expect(left).toEqual([])
  const headers = { [TOKEN_HEADER]: token }
  const refused = await fetch(`${server.origin}${V1}/users/me`, { headers })
  expect(refused.status).toBe(401)
}
