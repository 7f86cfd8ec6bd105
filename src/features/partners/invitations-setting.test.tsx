import { afterEach, expect, test, vi } from 'vitest'
import { goOffline } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fakeInvitations } from '#support/window/unmasking.ts'
import { screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { InvitationsSetting } from './invitations-setting.tsx'

const PATH = '/settings/accountinfo'
const PUT = 'PUT /v2/my/unmasking/settings/'

signInPerTest()
afterEach(() => {
  location.hash = ''
})

async function open() {
  const api = fakeInvitations()
  const app = await renderAt(PATH, PATH, InvitationsSetting)
  return { ...app, api, user: userEvent.setup() }
}
const named = () => screen.findByRole('switch', { name: 'Accept new ones automatically' })
const isOn = async () => (await named()).getAttribute('aria-checked') === 'true'

test('the switch is stored on the server (R-459)', async () => {
  const { user, api } = await open()
  expect(await isOn()).toBe(false)
  await user.click(await named())
  expect(await isOn()).toBe(true)
  await waitFor(() => expect(api.sentTo(PUT)).toEqual([{ unmasking_invitations: true }]))
  await api.quiet()
  expect(await isOn()).toBe(true)
})

test('a switch that could not be stored goes back, with a message', async () => {
  const { user, api } = await open()
  api.change({ [PUT]: json({}, 500) })
  await user.click(await named())
  expect(await screen.findByText('Couldn’t save that. Try again.')).toBeTruthy()
  await waitFor(async () => expect(await isOn()).toBe(false))
})

test('offline the switch is refused', async () => {
  const { user, api, store } = await open()
  await named()
  goOffline(store)
  await user.click(await named())
  expect(await screen.findByText(/needs a connection. Nothing was changed/)).toBeTruthy()
  expect(api.sentTo(PUT)).toEqual([])
  expect(await isOn()).toBe(false)
})

test('an address with its name scrolls to it (R-076)', async () => {
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  location.hash = '#invitations-settings'
  await open()
  await named()
  expect(scrolled).toEqual(['invitations-settings'])
})
