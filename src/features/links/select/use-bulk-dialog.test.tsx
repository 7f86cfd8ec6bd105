import { beforeAll, expect, test } from 'vitest'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, noDialog, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { LinksScreen } from '../list/links-screen.tsx'
import { preloadListParts } from '../list/list-parts.tsx'

beforeAll(() => preloadListParts())

signInPerTest({ width: 1280 })

async function openList(path: string) {
  collectionsServer([aLink('Oak lamp')], [aCollection('Kitchen')])
  await revalidate('links')
  await revalidate('collections')
  const { history } = await renderWithDialog(<LinksScreen />, path)
  await screen.findByText('Oak lamp')
  return history
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Oak lamp' })
const bar = () => screen.findByRole('toolbar', { name: 'Selected links' })

test.each([
  ['Add to collection', 'Add 1 link to collections'],
  ['Tag', 'Tag 1 link'],
])('%s is in the address: Back closes it and keeps the selection (R-252)', async (name, title) => {
  const history = await openList('/splitlinks?q=oak')
  await userEvent.click(box())
  await userEvent.click(within(await bar()).getByRole('button', { name }))
  await screen.findByRole('dialog', { name: title })
  act(() => history.back())
  await noDialog()
  expect(history.location.href).toBe('/splitlinks?q=oak')
  expect(box().checked).toBe(true)
})

test('after a reload nothing is selected and no dialog is open', async () => {
  const history = await openList('/splitlinks?dialog=add-to-collection')
  await waitFor(() => expect(history.location.search).toBe(''))
  await userEvent.click(box())
  await bar()
  expect(screen.queryByRole('dialog')).toBeNull()
})
