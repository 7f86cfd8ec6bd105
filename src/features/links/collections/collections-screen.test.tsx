import { expect, test, vi } from 'vitest'
import { reportProblemEvent } from '#app/problems/problems.ts'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { collectionsIndex } from '#live/read/collections-index.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { forgetRefreshing } from '#live/sync/refreshing.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import {
  aCollection,
  aSmartCollection,
  collectionsServer,
} from '#support/window/collections-server.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import type { ApiRequest } from '#support/window/fake-api.ts'
import { aLink, answers, deferred } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, fireEvent, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { CollectionsScreen } from './collections-screen.tsx'

signInPerTest({ width: 1280 })

const PATH = '/splitlinks?tab=collections'

async function open(collections: Collection[], links: ShortLink[] = [], path = PATH) {
  const server = collectionsServer(links, collections)
  await Promise.all([revalidate('links'), revalidate('collections')])
  const app = await renderWithDialog(<CollectionsScreen />, path)
  if (collections.length > 0) await screen.findAllByRole('listitem')
  return { server, user: userEvent.setup(), ...app }
}

const tiles = () => screen.getAllByRole('listitem').map((tile) => tile.textContent)
const sent = (asked: ApiRequest[]) =>
  asked.find(({ method, path }) => method === 'POST' && path.startsWith('/v2/my/collections/'))
const searches = (asked: ApiRequest[]) =>
  asked.flatMap(({ path, query }) =>
    path === '/v2/my/collections/' && query.has('q') ? [query.toString()] : [],
  )

/** Opens the form of a new collection. */
async function openForm() {
  const app = await open([aCollection('Bedroom')])
  await app.user.click(screen.getByRole('button', { name: 'New collection' }))
  return app
}

test('an empty local copy is not shown as empty until the server has answered', async () => {
  const server = collectionsServer()
  await Promise.all([revalidate('links'), revalidate('collections')])
  forgetRefreshing()
  server.put(aCollection('Summer'))
  const gate = deferred<undefined>()
  server.instead(async () => gate.promise)
  const asked = server.requests.length
  const { store } = await renderWithDialog(<CollectionsScreen />, PATH)
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(asked))
  expect(screen.getByRole('status', { name: 'Loading collections' })).toBeTruthy()
  expect(screen.queryByText('Create your first collection')).toBeNull()
  goOffline(store)
  expect(await screen.findByText('No collections on this device yet')).toBeTruthy()
  goOnline(store)
  await act(async () => gate.resolve(undefined))
  expect(await screen.findByText('Summer')).toBeTruthy()
})

test('collections that could not be loaded are shown neither as loading nor as empty', async () => {
  const server = collectionsServer()
  server.instead(refusing(/collections/, {}, 500))
  await renderWithDialog(<CollectionsScreen />, PATH)
  expect(await screen.findByText('Couldn’t load your collections')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading collections' })).toBeNull()
  server.instead(() => undefined)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Create your first collection')).toBeTruthy()
})

test('not loaded, empty and tiles look different (R-256, R-601)', async () => {
  const server = collectionsServer()
  const answer = deferred<Response>()
  server.instead(({ path }) => (path === '/v2/my/collections/' ? answer.promise : undefined))
  await renderWithDialog(<CollectionsScreen />, PATH)
  expect(await screen.findByRole('status', { name: 'Loading collections' })).toBeTruthy()
  answer.resolve(answers.json({ results: [], next: null, count: 0, cursor: 'c0' }))
  expect(await screen.findByText('Create your first collection')).toBeTruthy()
})

test('a tile shows the name, the number of links, and that a rule selects them (R-229, R-230)', async () => {
  const lamp = aLink('Lamp', { tags: ['gift'] })
  await open(
    [
      aCollection('Bedroom', { link_uuids: [lamp.uuid], position: 1 }),
      aSmartCollection('Gifts', { tags: ['gift'] }),
    ],
    [lamp, aLink('Sofa', { tags: ['gift'] })],
  )
  await waitFor(() => expect(tiles()).toEqual(['Gifts2 linksSmart', 'Bedroom1 link']))
  expect(screen.getByRole('link', { name: 'Bedroom' }).getAttribute('href')).toMatch(
    /^\/splitpage\/collection\/11111111-/,
  )
})

test('typing asks the server once per pause, 20 rows at a time, and shows matches of the device (R-250, R-251, R-633)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await open([aCollection('Bedroom'), aCollection('Kitchen')])
  for (const value of ['b', 'be', 'bed']) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(300))
  }
  expect(searches(server.requests)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  await waitFor(() => expect(searches(server.requests)).toEqual(['q=bed&page=1&page_size=20']))
  await waitFor(() => expect(tiles()).toEqual(['Bedroom0 links']))
})

test('a search without results says so and leads back to all', async () => {
  collectionsServer([], [aCollection('Bedroom')])
  await revalidate('collections')
  await renderWithDialog(<CollectionsScreen />, `${PATH}&q=velvet`)
  expect(await screen.findByText('No collections match “velvet”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('Bedroom')).toBeTruthy()
})

test('a collection is created on the server first, then opens (R-229, R-237)', async () => {
  const { server, user, history } = await openForm()
  await user.type(await screen.findByLabelText('Name'), ' Kitchen ')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() =>
    expect(history.location.pathname).toBe(`/splitpage/collection/${server.find('Kitchen')?.uuid}`),
  )
  expect(sent(server.requests)?.body).toEqual({ name: 'Kitchen' })
})

test('a smart collection is created from its rule, which counts its links while it is typed (R-229, R-244, D-30)', async () => {
  const links = [aLink('Lamp', { tags: ['gift'] }), aLink('Sofa')]
  const { server, user } = await open([aCollection('Bedroom')], links)
  await user.click(screen.getByRole('button', { name: 'New collection' }))
  await user.type(await screen.findByLabelText('Name'), 'Gifts')
  await user.click(screen.getByLabelText('Smart'))
  await user.type(screen.getByLabelText(/^Tagged/), 'gift{Enter}')
  expect(await screen.findByText('1 link')).toBeTruthy()
  await user.clear(screen.getByLabelText('Limit'))
  await user.type(screen.getByLabelText('Limit'), '501')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('Enter a number from 1 to 500.')).toBeTruthy()
  await user.type(screen.getByLabelText('Limit'), '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() => expect(server.find('Gifts')?.rule?.tags).toEqual(['gift']))
  expect(sent(server.requests)?.path).toBe('/v2/my/collections/smart/')
  expect(server.find('Gifts')?.rule).toMatchObject({ match: 'any', domain: null, limit: 50 })
})

const sentence = () => screen.getByRole('group', { name: 'The rule' }).textContent

test('a rule is a sentence started from a template, and a rule without a condition is refused', async () => {
  const links = [aLink('Lamp', { lifetime_clicks: 12 }), aLink('Sofa')]
  const { server, user } = await open([aCollection('Bedroom')], links)
  await user.click(screen.getByRole('button', { name: 'New collection' }))
  await user.type(await screen.findByLabelText('Name'), 'Hits')
  await user.click(screen.getByLabelText('Smart'))
  expect(sentence()).toBe('No condition yet.')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  const refusal = 'Add at least one condition: a tag, a site, an age or clicks.'
  expect(await screen.findByText(refusal)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Tagged/)))
  await user.click(screen.getByRole('button', { name: 'Most clicked' }))
  expect(sentence()).toBe('Linkswith at least 10 clicksMost clicks first, up to 20.')
  expect(await screen.findByText('1 link')).toBeTruthy()
  await user.type(screen.getByLabelText('From a site'), 'a.example')
  await user.click(screen.getByRole('button', { name: 'with at least 10 clicks, remove' }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'The rule' }))
  expect(sentence()).toBe('Linksfrom a.exampleMost clicks first, up to 20.')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() => expect(server.find('Hits')).toBeTruthy())
  expect(server.find('Hits')?.rule).toMatchObject({ domain: 'a.example', min_clicks: null })
})

test('an impossible rule shows an error at its field, which gets the focus (R-244, D-30)', async () => {
  const { server, user } = await openForm()
  await user.type(await screen.findByLabelText('Name'), 'Gifts')
  await user.click(screen.getByLabelText('Smart'))
  await user.type(screen.getByLabelText('Minimum clicks'), '9999999999')
  await user.type(screen.getByLabelText('From a site'), 'shop dot com')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('Enter a domain, like example.com.')).toBeTruthy()
  expect(screen.getByText('Enter a whole number of clicks, up to a billion.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('From a site')))
  expect(server.find('Gifts')).toBeUndefined()
})

test('a refused name shows an error at its field and stays typed (R-237)', async () => {
  const { user } = await openForm()
  const name = await screen.findByLabelText('Name')
  await user.type(name, 'Bedroom')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('You have a collection with this name.')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect((name as HTMLInputElement).value).toBe('Bedroom')
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('offline, a new collection waits and is shown; the form had kept the typed name (D-105, R-608)', async () => {
  const { server, store, user } = await openForm()
  await user.type(await screen.findByLabelText('Name'), 'Kitchen')
  goOffline(store)
  // The offline dialog closes the form; typed text is kept and shown when the form is opened again.
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  act(() => store.set(reportProblemEvent, { type: 'use-saved-copy' }))
  await user.click(await screen.findByRole('button', { name: 'New collection' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Kitchen')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() =>
    expect(
      collectionsIndex()
        .all()
        ?.map(({ name }) => name),
    ).toContain('Kitchen'),
  )
  expect(await screen.findByText('Created when you’re online')).toBeTruthy()
  expect(sent(server.requests)).toBeUndefined()
  goOnline(store)
  await sendNow()
  expect(server.find('Kitchen')).toBeTruthy()
  const kitchens = collectionsIndex()
    .all()
    ?.filter(({ name }) => name === 'Kitchen')
  expect(kitchens).toHaveLength(1)
})

const name = () => screen.findByLabelText<HTMLInputElement>('Name')

test('leaving asks before a typed name is lost: Cancel keeps it, OK discards it (R-193, R-194)', async () => {
  const { user, history } = await openForm()
  await user.type(await name(), 'Kitchen')
  act(() => history.push('/splitlinks?tab=collections'))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await name()).value).toBe('Kitchen')
  expect(history.location.search).toBe('?tab=collections&dialog=new')
  act(() => history.push('/splitlinks?tab=collections'))
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'New collection' }))
  expect((await name()).value).toBe('')
})

test('Back closes the form, and the tabs lead to the links', async () => {
  const { user, history } = await openForm()
  await screen.findByLabelText('Name')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  expect(history.location.search).toBe('?tab=collections')
  await user.click(screen.getByRole('tab', { name: 'Links' }))
  await waitFor(() => expect(history.location.href).toBe('/splitlinks'))
})

test('a name that differs from another one only in accents is refused before it is sent', async () => {
  const { server, user } = await open([aCollection('Café')])
  await user.click(screen.getByRole('button', { name: 'New collection' }))
  await user.type(screen.getByLabelText('Name'), 'CAFE')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('You already have a collection named “Café”.')).toBeTruthy()
  expect(sent(server.requests)).toBeUndefined()
})
