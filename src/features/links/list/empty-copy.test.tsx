import { expect, test } from 'vitest'
import { forgetRefreshing } from '#live/sync/refreshing.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { goOffline } from '#support/window/connection.ts'
import { aLink, answers, deferred, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { LinksScreen } from './links-screen.tsx'

signInPerTest()

/** Saves an empty list on this device, as after an earlier visit. */
async function onceEmpty(list: 'links' | 'hiddenLinks' = 'links') {
  const server = linksServer([])
  await revalidate(list)
  forgetRefreshing()
  return server
}

/** Holds all responses until released. */
function hold(server: ReturnType<typeof linksServer>) {
  const gate = deferred<undefined>()
  server.instead(async () => gate.promise)
  return () => act(async () => gate.resolve(undefined))
}

const first = () => screen.queryByText('Create your first link')

test('an empty local copy shows nothing until the server has answered in this visit (R-188)', async () => {
  const server = await onceEmpty()
  for (let n = 1; n <= 47; n += 1) server.put(aLink(`Link ${n}`))
  const answer = hold(server)
  await renderWithDialog(<LinksScreen />)
  await waitFor(() => expect(server.requests).toHaveLength(2))
  expect(screen.getByRole('status', { name: 'Loading links' })).toBeTruthy()
  expect(first()).toBeNull()
  expect(screen.queryByText(/\b0 links/)).toBeNull()

  const looks: boolean[] = []
  const watch = new MutationObserver(() => looks.push(first() !== null))
  watch.observe(document.body, { childList: true, subtree: true })
  await answer()
  expect(await screen.findByText('Link 47')).toBeTruthy()
  watch.disconnect()
  expect(looks).not.toContain(true)
})

test('a user without links is invited as soon as the server has answered', async () => {
  const server = await onceEmpty()
  const answer = hold(server)
  await renderWithDialog(<LinksScreen />)
  await waitFor(() => expect(server.requests).toHaveLength(2))
  expect(first()).toBeNull()
  await answer()
  await waitFor(() => expect(first()).toBeTruthy())
})

test('offline, an empty local copy only speaks about this device', async () => {
  const server = await onceEmpty()
  hold(server)
  const { store } = await renderWithDialog(<LinksScreen />)
  goOffline(store)
  expect(await screen.findByText('No links on this device yet')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading links' })).toBeNull()
  expect(first()).toBeNull()
})

test.each([
  ['was empty', true],
  ['never was', false],
])(
  'a failure is shown if the local copy %s: neither loading nor empty, and with Try again',
  async (_, wasEmpty) => {
    const server = wasEmpty ? await onceEmpty() : linksServer([])
    server.put(aLink('Oak lamp'))
    server.instead(() => answers.json({}, 500))
    await renderWithDialog(<LinksScreen />)
    expect(await screen.findByText('Couldn’t load your links')).toBeTruthy()
    expect(screen.queryByRole('status', { name: 'Loading links' })).toBeNull()
    expect(first()).toBeNull()
    server.asUsual()
    await press('Try again')
    expect(await screen.findByText('Oak lamp')).toBeTruthy()
  },
)

test('hiding the last link shows the invitation at once', async () => {
  linksServer([aLink('Oak lamp')])
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  await screen.findByText('Oak lamp')
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('Oak lamp') })
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  await waitFor(() => expect(first()).toBeTruthy())
})

test('hidden links and a search wait for the first answer too', async () => {
  const server = await onceEmpty('hiddenLinks')
  server.put(aLink('Old sofa', { is_hidden: true }))
  const answer = hold(server)
  await renderWithDialog(<LinksScreen />, '/splitlinks?hidden=1')
  await waitFor(() => expect(server.requests).toHaveLength(2))
  expect(screen.queryByText('No hidden links')).toBeNull()
  await answer()
  expect(await screen.findByText('Old sofa')).toBeTruthy()
})

test('a search in an incomplete local copy says "nothing found" only after the first answer', async () => {
  const server = linksServer([aLink('Oak lamp')])
  await revalidate('links')
  forgetRefreshing()
  server.put(aLink('Velvet sofa'))
  const answer = hold(server)
  await renderWithDialog(<LinksScreen />, '/splitlinks?q=velvet')
  await waitFor(() => expect(server.requests).toHaveLength(2))
  expect(screen.queryByText('No links match “velvet”')).toBeNull()
  await answer()
  expect(await screen.findByText('Velvet sofa')).toBeTruthy()
})
