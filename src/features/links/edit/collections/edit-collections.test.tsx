import { expect, test } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import {
  aCollection,
  aSmartCollection,
  collectionsServer,
} from '#support/window/collections-server.ts'
import { save, showEdit, tab } from '#support/window/edit-link.tsx'
import type { ApiRequest } from '#support/window/fake-api.ts'
import { aLink } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fireEvent, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'

signInPerTest()

const isPage = ({ method, path }: ApiRequest) =>
  method === 'GET' && path === '/v2/my/collections/regular/'

async function openCollections(collections: Collection[], names: string[] = []) {
  const link = aLink('Oak lamp', { regular_collection_names: names })
  const server = collectionsServer([link], collections)
  await revalidate('links')
  await revalidate('collections')
  const app = await showEdit(server, link)
  await userEvent.click(await tab(/^Collections/))
  const pages = () => server.requests.filter(isPage).map(({ query }) => Object.fromEntries(query))
  return { ...app, server, pages }
}

const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
const search = () => screen.getByRole('searchbox', { name: 'Search your collections' })

test('two ticked collections are sent; those of the link come first (R-210)', async () => {
  const rows = ['Bedroom', 'Kitchen', 'Living room'].map((name) => aCollection(name))
  const { saves } = await openCollections([...rows, aSmartCollection('By rule', {})], ['Kitchen'])
  await screen.findByRole('checkbox', { name: 'Bedroom' })
  expect(names()[0]).toBe('Kitchen')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Kitchen' }).checked).toBe(true)
  expect(screen.queryByRole('checkbox', { name: 'By rule' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bedroom' }))
  expect(await tab('Collections 2')).toBeTruthy()
  await userEvent.click(save())
  await waitFor(() =>
    expect(saves()[0]?.body).toMatchObject({ regular_collection_names: ['Kitchen', 'Bedroom'] }),
  )
})

test('Enter in the search does not submit the form around it (R-210)', async () => {
  await openCollections([aCollection('Kitchen')])
  // If no handler prevents Enter, the browser submits the form.
  expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(search(), { key: 'a' })).toBe(true)
})

test('the list has pages of twenty, loaded one by one (R-210, R-250)', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => aCollection(`Shelf ${i + 1}`))
  const { pages } = await openCollections(rows)
  await waitFor(() => expect(names()).toHaveLength(20))
  await waitFor(() => expect(pages()).toEqual([{ page: '1', page_size: '20' }]))
  await press('Show more')
  await waitFor(() => expect(names()).toHaveLength(25))
  await waitFor(() => expect(pages().at(-1)).toEqual({ page: '2', page_size: '20' }))
})

test('a search shows matches of the device at once, and asks the server once after a pause (R-250, R-251)', async () => {
  const { pages } = await openCollections([aCollection('Bedroom'), aCollection('Kitchen')])
  await waitFor(() => expect(pages()).toHaveLength(1))
  const start = performance.now()
  await userEvent.type(search(), 'kit')
  expect(names()).toEqual(['Kitchen'])
  await waitFor(() => expect(pages()).toHaveLength(2), { timeout: 3000 })
  expect(performance.now() - start).toBeGreaterThanOrEqual(500)
  expect(pages()[1]).toEqual({ page: '1', page_size: '20', q: 'kit' })
})

test('an unknown name creates a collection and ticks it', async () => {
  const { server, saves } = await openCollections([aCollection('Kitchen')])
  await userEvent.type(search(), 'kitchen')
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull()
  await userEvent.type(search(), ' shelf')
  await press('Create “kitchen shelf”')
  expect(
    (await screen.findByRole<HTMLInputElement>('checkbox', { name: 'kitchen shelf' })).checked,
  ).toBe(true)
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toBeTruthy()
  expect(saves()).toEqual([])
})

test('a user without collections is told how to create one', async () => {
  await openCollections([])
  expect(await screen.findByText(/No collections yet/)).toBeTruthy()
})

test('a refused choice marks its tab (R-197)', async () => {
  const { server } = await openCollections([aCollection('Kitchen')])
  server.instead(refusing(/^PATCH/, { errors: { regular_collection_names: ['There is none.'] } }))
  await userEvent.click(save())
  expect(await screen.findByText('There is none.')).toBeTruthy()
  expect(await tab('Collections 1 error')).toBeTruthy()
})
