import { expect, test } from 'vitest'
import { dialogAtom } from '#app/problems/problems.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { refusing } from '#support/window/fake-api.ts'
import { aPage, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { FirstPageScreen } from './first-page-screen.tsx'
import { NewPageScreen } from './new-page-screen.tsx'

signInPerTest({ width: 390 })

const STEPS = ['/creator-step-splitpages', '/creator-step-splitpages-instagram'] as const
const name = () => screen.findByLabelText<HTMLInputElement>('Page name')
const address = () => screen.getByLabelText<HTMLInputElement>('Address')
const next = () => screen.getByRole('button', { name: 'Next' })

async function open(world: Parameters<typeof pageServer>[0] = {}, path: string = STEPS[0]) {
  const server = pageServer(world)
  const app = await renderAt(path, path, FirstPageScreen)
  return { server, user: userEvent.setup(), ...app }
}

test.each(STEPS)('%s creates a page in two steps (R-050, R-051, R-377, D-40)', async (path) => {
  const { user, server, history, store } = await open({}, path)
  expect((await name()).value).toBe('Maya Okafor')
  expect(address().value).toBe('maya-okafor')
  await user.clear(await name())
  await user.type(await name(), 'Maya cooks')
  expect(address().value).toBe('maya-cooks')
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  await user.click(next())
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a picture' })).toBeTruthy()
  expect(server.sent()).toEqual([])
  await press('Create page')
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
  expect(server.sent()).toEqual([
    ['POST /v2/my/pages/', { title: 'Maya cooks', slug: 'maya-cooks', description: '' }],
  ])
  expect(store.get(dialogAtom)).toBeNull()
})

test('a taken address shows an error and three free ones, and disables Next (R-356)', async () => {
  const { user } = await open({ taken: ['maya'] })
  await user.clear(await screen.findByLabelText('Address'))
  await user.type(address(), 'maya')
  expect(await screen.findAllByText('This one is taken. These are free:')).toBeTruthy()
  expect(address().getAttribute('aria-invalid')).toBe('true')
  expect(next().getAttribute('aria-disabled')).toBe('true')
  const chips = screen.getAllByRole('button', { name: /-1$/ }).map((one) => one.textContent)
  expect(chips).toEqual(['maya-okafor-1', 'hello-maya-1', 'maya-picks-1'])
  await press('hello-maya-1')
  expect(address().value).toBe('hello-maya-1')
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
})

test('an invalid address shows the rule and sends no request (R-356)', async () => {
  const { user } = await open()
  await user.clear(await screen.findByLabelText('Address'))
  await user.type(address(), 'a b')
  expect(await screen.findAllByText('Use 3 to 40 letters, numbers or dashes.')).toBeTruthy()
  expect(next().getAttribute('aria-disabled')).toBe('true')
})

test('an address taken meanwhile leads back to its field (R-356)', async () => {
  const { user, server } = await open()
  await name()
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  await user.click(next())
  server.instead(
    refusing(/^POST \/v2\/my\/pages\/$/, { errors: { slug: ['Someone has this address.'] } }),
  )
  await press('Create page')
  expect(await screen.findAllByText('Someone has this address.')).toBeTruthy()
  expect(address().value).toBe('maya-okafor')
})

test('offline, nothing is sent and the input stays after a reload', async () => {
  const { user, server, store, unmount } = await open()
  await user.type(await name(), ' cooks')
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  await user.click(next())
  showSavedCopy(store)
  await press('Create page')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(server.sent()).toEqual([])
  unmount()
  await open()
  expect((await name()).value).toBe('Maya Okafor cooks')
})

test('a user with a page is led to it from both forms (R-014)', async () => {
  const { history } = await open({ page: aPage() })
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
  const again = await renderAt('/splitpage-create', '/splitpage-create', NewPageScreen)
  await waitFor(() => expect(again.history.location.pathname).toBe('/splitpage-home'))
})

test('the form creates a page with name, address and description (R-014)', async () => {
  const server = pageServer()
  const { history } = await renderAt('/splitpage-create', '/splitpage-create', NewPageScreen)
  await name()
  await userEvent.type(screen.getByLabelText(/^About you/), 'Slow cooking.')
  await press('Create page')
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
  expect(server.sent()).toEqual([
    [
      'POST /v2/my/pages/',
      { title: 'Maya Okafor', slug: 'maya-okafor', description: 'Slow cooking.' },
    ],
  ])
})
