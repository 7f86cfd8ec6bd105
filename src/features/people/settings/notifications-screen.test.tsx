import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { NotificationsScreen } from './notifications-screen.tsx'
import { NEEDS_CONNECTION } from './use-notification-settings.ts'

const PATH = '/settings/notifications-settings'
const ALL_ON = {
  push: true,
  commission: true,
  clicks: true,
  special: true,
  chat: true,
  email: true,
}

let maya = ''
beforeEach(() => {
  maya = signInAs('maya')
  openMirror()
})
afterEach(async () => {
  await wipeAll()
})

/**
 * Renders the screen. `word` answers the first POST, later ones are accepted. With `lost`, no
 * answer arrives.
 */
async function open({ word, lost = false }: { word?: () => Response; lost?: boolean } = {}) {
  let wishes = ALL_ON
  const saves: unknown[] = []
  const settings = () => ({
    is_creator: null,
    unmasking_invitations: false,
    notifications: wishes,
  })
  fakeApi({
    'GET /v1/users/me/settings': lost ? noConnection : settings,
    'POST /v1/users/me/settings': ({ body }) => {
      saves.push(body['notifications'])
      if (word && saves.length === 1) return word()
      wishes = { ...wishes, ...(body['notifications'] as object) }
      return settings()
    },
  })
  const app = await renderAt(PATH, PATH, NotificationsScreen)
  return { ...app, saves, user: userEvent.setup() }
}

const named = (name: string) => screen.findByRole('switch', { name })
const isOn = async (name: string) => (await named(name)).getAttribute('aria-checked') === 'true'

test('a setting that could not be saved has an error beside it, and the switch shows the stored value (R-046)', async () => {
  const { user } = await open({ word: () => json({}, 500) })
  await user.click(await named('Clicks'))
  expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t save that. Try again.')
  await waitFor(async () => expect(await isOn('Clicks')).toBe(true))
  await user.click(await named('Clicks'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await isOn('Clicks')).toBe(false)
})

test('a setting unknown to the server has its own error (offline 34)', async () => {
  const { user } = await open({ word: () => json({}, 404) })
  await user.click(await named('Clicks'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Couldn’t save that. This server cannot do that.',
  )
})

test('offline nothing is changed or sent, and the reason is beside the switch (D-75)', async () => {
  const { user, saves, store } = await open()
  await named('Clicks')
  goOffline(store)
  await user.click(await named('Clicks'))
  expect(screen.getByRole('alert').textContent).toBe(NEEDS_CONNECTION)
  expect(await isOn('Clicks')).toBe(true)
  expect(saves).toEqual([])
  goOnline(store)
})

test('one failed setting does not affect others, and the last tap wins', async () => {
  const { user, saves } = await open({ word: () => json({}, 500) })
  await user.click(await named('Clicks'))
  await user.click(await named('Messages'))
  await user.click(await named('Messages'))
  await waitFor(() => expect(saves).toEqual([{ clicks: false }, { chat: false }, { chat: true }]))
  await waitFor(async () => expect(await isOn('Clicks')).toBe(true))
  expect(await isOn('Messages')).toBe(true)
})

test('the settings can be read offline, by this user alone (R-107)', async () => {
  const first = await open()
  await first.user.click(await named('Messages'))
  await waitFor(() => expect(first.saves).toHaveLength(1))
  await waitFor(async () => expect(await isOn('Messages')).toBe(false))
  first.unmount()

  const second = await open({ lost: true })
  expect(await isOn('Messages')).toBe(false)
  expect(await screen.findByText('May be out of date.')).toBeTruthy()
  second.unmount()

  // The session expires. Drafts are kept and saved answers are deleted.
  await wipeAll({ keepDraftsOf: maya })
  signInAs('maya')
  await open({ lost: true })
  expect(await screen.findByText('No connection')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Messages' })).toBeNull()
})
