import { beforeEach, expect, test, vi } from 'vitest'
import { onFailure } from '#http/call-listeners.ts'
import type { Collection } from '#contract/collections.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import {
  aCollection,
  aSmartCollection,
  collectionsServer,
} from '#support/window/collections-server.ts'
import { aLink, answers } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'

signInPerTest()
beforeEach(() => {
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new Error('denied'))
})

const PATH = '/rank?create_split_link=1'
const NAMES = ['Bedroom', 'Kitchen', 'Desk', 'Garden', 'Hall']
const rows = () => NAMES.map((name, i) => aCollection(name, { position: i + 1 }))

async function openCreate(collections: Collection[] = rows()) {
  const server = collectionsServer([], collections)
  await Promise.all([revalidate('links'), revalidate('collections')])
  const app = await renderWithDialog(<main>Rank</main>, PATH)
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  return { server, field, user: userEvent.setup(), ...app }
}

const group = async () => within(await screen.findByRole('group', { name: /^Add to collections/ }))
const chip = async (name: string) => (await group()).findByRole('button', { name })
const create = () => screen.getByRole('button', { name: 'Create link' })
const created = (server: ReturnType<typeof collectionsServer>) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/my/links/')

test('a new link is added to the ticked collections (R-174)', async () => {
  const { server, field, user } = await openCreate([...rows(), aSmartCollection('Rule', {})])
  await user.type(field, 'example.com')
  await user.click(await chip('Kitchen'))
  await user.click(await chip('All 5'))
  await user.click(await screen.findByRole('checkbox', { name: 'Hall' }))
  server.instead(refusing(/^POST \/v2\/my\/links\/$/, { result: aLink('Example') }, 201))
  await user.click(create())
  await screen.findByRole('heading', { name: 'Your link is ready' })
  expect(created(server).map(({ body }) => body)).toEqual([
    {
      url: 'http://example.com/',
      scheme_added: true,
      regular_collection_names: ['Kitchen', 'Hall'],
    },
  ])
})

test('a collection that does not exist yet is created and ticked (R-174, R-237)', async () => {
  const { server, user } = await openCreate([])
  await user.click(await chip('New collection'))
  await user.type(await screen.findByRole('searchbox'), 'Attic')
  await press('Create “Attic”')
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Attic' })
  expect(box.checked).toBe(true)
  expect(server.find('Attic')).toBeTruthy()
})

test('a collection deleted meanwhile is named beside the chips, and all ticks stay (R-174)', async () => {
  const { server, field, user } = await openCreate()
  await user.type(field, 'example.com')
  await user.click(await chip('Desk'))
  const errors = { regular_collection_names: ['You have no collection called Desk.'] }
  server.instead(refusing(/^POST \/v2\/my\/links\/$/, { errors }))
  await user.click(create())
  expect(await screen.findByText('You have no collection called Desk.')).toBeTruthy()
  expect(field.value).toBe('example.com')
  const desk = await chip('Desk')
  expect(desk.getAttribute('aria-pressed')).toBe('true')
  await user.click(desk)
  expect(screen.queryByText('You have no collection called Desk.')).toBeNull()
})

test('ticked collections are asked about on leaving, and kept when the app closes the form (R-193, D-105)', async () => {
  const { user } = await openCreate()
  await user.click(await chip('Kitchen'))
  await press('Close')
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  const kitchen = await chip('Kitchen')
  expect(kitchen.getAttribute('aria-pressed')).toBe('true')
})

test('if collections cannot be loaded, the form shows no error over the list (R-091)', async () => {
  const server = collectionsServer([], [])
  server.instead(({ path }) =>
    path.startsWith('/v2/my/collections/') ? answers.json({}, 500) : undefined,
  )
  const announced = vi.fn<(error: unknown) => void>()
  onFailure(announced)
  await revalidate('links')
  await renderWithDialog(<main>Rank</main>, PATH)
  await userEvent.click(await chip('New collection'))
  expect(await screen.findByText('Couldn’t load your collections.')).toBeTruthy()
  server.asUsual()
  await press('Try again')
  await waitFor(() => expect(screen.queryByText('Couldn’t load your collections.')).toBeNull())
  expect(announced).not.toHaveBeenCalled()
})
