import { beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies } from '#support/browser-window.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { SettingsScreen } from './settings-screen.tsx'

signInPerTest()
beforeEach(forgetCookies)

const USER = {
  uuid: '0b7c1c4e-8f5e-4b8a-9f0e-6a2d7c3b1a90',
  email: 'maya@example.com',
  name_first: 'Maya',
  name_last: 'Okafor',
  avatar_url: null,
}
const wishes = (more: object) => ({
  is_creator: false,
  unmasking_invitations: false,
  notifications: {
    push: false,
    commission: true,
    clicks: true,
    special: true,
    chat: true,
    email: false,
    ...more,
  },
})
const page = (slug: string) => ({ slug, title: slug, url: `https://split.example/${slug}` })

const show = (answers: Parameters<typeof fakeApi>[0] = {}, address = '/settings') => {
  fakeApi(answers)
  return renderAt('/settings', address, SettingsScreen)
}
const link = (name: RegExp) => screen.getByRole('link', { name })

async function choose(now: string, name: string) {
  await press(`Appearance ${now}`)
  const menu = await screen.findByRole('menu', { name: 'Appearance' })
  expect(within(menu).getByRole('menuitemradio', { checked: true }).textContent).toBe(now)
  await userEvent.click(within(menu).getByRole('menuitemradio', { name }))
}

test('the appearance follows the device until the user chooses one (R-040)', async () => {
  await show()
  await choose('Like this device', 'Dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await choose('Dark', 'Like this device')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('the screen leads to account, notifications, domains and signing out (R-450)', async () => {
  await show()
  expect(link(/^Account info/).getAttribute('href')).toBe('/settings/accountinfo')
  expect(link(/^Custom domains/).getAttribute('href')).toBe('/settings/custom-domains')
  expect(link(/^Notifications/).getAttribute('href')).toBe('/settings/notifications-settings')
  expect(link(/^Log out$/).getAttribute('href')).toBe('/logout')
})

test('the screen shows the user and the current settings', async () => {
  await show({
    'GET /v1/users/me': USER,
    'GET /v1/users/me/settings': wishes({ email: true }),
    'GET /v1/users/me/links/domains/custom/': { results: [] },
    'GET /v1/static_page/definitions': { results: [page('terms'), page('privacy')] },
  })
  expect((await screen.findByText('maya@example.com')).closest('a')?.textContent).toContain(
    'Maya Okafor',
  )
  await vi.waitFor(() => expect(link(/^Notifications/).textContent).toMatch(/On$/))
  expect((await screen.findByText('Shopper')).closest('button')?.textContent).toContain(
    'How you use Split',
  )
  const terms = await screen.findByRole('link', { name: 'Terms and privacy' })
  expect(terms.getAttribute('href')).toMatch(/\/terms$/)
})

test('unknown values are left out, and Off is shown if nothing is sent', async () => {
  await show({ 'GET /v1/users/me/settings': wishes({}) })
  await vi.waitFor(() => expect(link(/^Notifications/).textContent).toMatch(/Off$/))
  expect(link(/^Custom domains/).textContent).toMatch(/own name$/)
  expect(link(/^Privacy$/).getAttribute('href')).toMatch(/\/privacy$/)
})

test('the size of stored data is shown, and it can be deleted after a question', async () => {
  const { history } = await show()
  await press(/^Saved on this device/)
  expect(history.location.search).toBe('?dialog=saved')
  const dialog = screen.getByRole('dialog', { name: 'Saved on this device' })
  expect(within(dialog).getByText('Last updated').nextElementSibling?.textContent).toBe('Never')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove from this device' }))
  await press('Keep')
  expect(screen.getByRole('dialog', { name: 'Saved on this device' })).toBe(dialog)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(history.location.search).toBe('')
})

test('creator or shopper can be changed later in that step of the wizard (R-095)', async () => {
  const { history } = await show()
  await press('How you use Split')
  expect(history.location.search).toBe('?onboarding=profileMode')
})

test('the user can choose that links open in the browser', async () => {
  const saves: object[] = []
  await show({
    'GET /v1/users/me/settings': { ...wishes({}), open_in_browser: false },
    'POST /v1/users/me/settings': ({ body }) => {
      saves.push(body)
      return { ...wishes({}), ...body }
    },
  })
  await press(/^Open links in the browser.*Off$/)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'On' }))
  expect(
    await screen.findByRole('button', { name: /^Open links in the browser.*On$/ }),
  ).toBeTruthy()
  expect(saves).toEqual([{ open_in_browser: true }])
})
