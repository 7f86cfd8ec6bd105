import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '#live/session.ts'
import { sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { change } from '#live/outbox/change.ts'
import { pageOutbox } from '#live/outbox/tab-outbox.ts'
import { wipeAll } from '#live/wipe.ts'
import { goTo } from '#support/browser-window.ts'
import { aLink, linksServer, signInAs } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { LogoutScreen } from './logout-screen.tsx'

const left: string[] = []

beforeEach(() => {
  goTo('https://app.example/logout')
  signInAs('ana')
  left.length = 0
  vi.spyOn(location, 'replace').mockImplementation((url) => void left.push(String(url)))
})
afterEach(async () => {
  await wipeAll()
})

const offline = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })

test('opening the screen ends the session, wipes the device and shows the login page (R-035, R-107)', async () => {
  const server = linksServer()
  server.instead(({ path }) =>
    path === '/v1/logout' ? new Response(null, { status: 204 }) : undefined,
  )
  await renderWithDialog(<LogoutScreen />, '/logout')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Signing out')
  await vi.waitFor(() => expect(left).toHaveLength(1))
  const target = new URL(left[0] ?? '', location.href)
  expect(target.pathname).toBe('/multi-connect/login')
  expect(target.searchParams.get('success')).toBe('https://app.example/')
  expect(readSession()).toBeNull()
  expect(server.requests.filter(({ path }) => path === '/v1/logout')).toHaveLength(1)
})

test('offline the device is wiped too, and the session is ended later by its hash alone (R-107, offline check 13)', async () => {
  offline()
  await renderWithDialog(<LogoutScreen />, '/logout')
  await vi.waitFor(() => expect(left).toHaveLength(1))
  expect(readSession()).toBeNull()
  const server = linksServer()
  server.instead(({ path }) =>
    path === '/v1/logout/late' ? new Response(null, { status: 204 }) : undefined,
  )
  await sendLateLogouts()
  await sendLateLogouts()
  const told = server.requests.filter(({ path }) => path === '/v1/logout/late')
  expect(told).toHaveLength(1)
  const [hash] = (told[0]?.body['token_hashes'] ?? []) as string[]
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(told)).not.toContain('token-of-ana')
})

test('with waiting changes the screen says how many would be lost, and Stay keeps them (D-75)', async () => {
  offline()
  const link = aLink('Lamp')
  const edit = { kind: 'edit-link', link: link.uuid, edit: { name: 'Oak' }, base: {} } as const
  await change(edit, 'Lamp')
  await change({ ...edit, edit: { name: 'Oak lamp' } }, 'Lamp')
  const { history } = await renderWithDialog(<LogoutScreen />, '/logout')
  expect(await screen.findByText(/^2 changes have not reached the server yet/)).toBeTruthy()
  await press('Stay')
  await vi.waitFor(() => expect(history.location.pathname).toBe('/'))
  expect(left).toEqual([])
  expect(await pageOutbox()?.db.outbox.count()).toBe(2)
})

const fromElsewhere = async (button: string) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://elsewhere.example/page')
  const server = linksServer()
  server.instead(({ path }) =>
    path === '/v1/logout' ? new Response(null, { status: 204 }) : undefined,
  )
  const { history } = await renderWithDialog(<LogoutScreen />, '/logout')
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out?' })
  expect(server.requests.filter(({ path }) => path === '/v1/logout')).toHaveLength(0)
  await userEvent.click(within(dialog).getByRole('button', { name: button }))
  return history
}

test('opened by a link of another website it asks first', async () => {
  await fromElsewhere('Sign out')
  await vi.waitFor(() => expect(left).toHaveLength(1))
  expect(readSession()).toBeNull()
})

test('opened by a link of another website, “Stay signed in” keeps the session', async () => {
  const history = await fromElsewhere('Stay signed in')
  await vi.waitFor(() => expect(history.location.pathname).toBe('/'))
  expect(left).toEqual([])
  expect(readSession()).not.toBeNull()
})

test('opened from the app it does not ask', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/more`)
  linksServer().instead(({ path }) =>
    path === '/v1/logout' ? new Response(null, { status: 204 }) : undefined,
  )
  await renderWithDialog(<LogoutScreen />, '/logout')
  await vi.waitFor(() => expect(left).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
