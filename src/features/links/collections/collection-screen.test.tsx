import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportProblemEvent } from '#app/problems/problems.ts'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, aSmartCollection } from '#support/window/collections-server.ts'
import { goOffline } from '#support/window/connection.ts'
import { aLink, answers, deferred } from '#support/window/links-server.ts'
import { shownLinks, openCollection } from '#support/window/open-collection.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { recordFailuresPerTest } from '#support/window/failures.ts'
import { chooseFromMenu, hrefOf, noDialog, press } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'

signInPerTest({ width: 1280 })
const announced = recordFailuresPerTest()

const chosen = () => [aLink('Lamp'), aLink('Sofa'), aLink('Rug')] as const
const of = (links: readonly ShortLink[], more: Partial<Collection> = {}) =>
  aCollection('Bedroom', { link_uuids: links.map(({ uuid }) => uuid), ...more })

test('links are in the order of the collection, also after a reload (R-016)', async () => {
  const [lamp, sofa, rug] = chosen()
  await openCollection(of([rug, lamp, sofa]), [lamp, sofa, rug])
  await waitFor(() => expect(shownLinks()).toEqual(['Rug', 'Lamp', 'Sofa']))
  expect(screen.getByText('3 links')).toBeTruthy()
  expect(hrefOf('Back')).toBe('/splitlinks?tab=collections')
  expect(hrefOf('What is counted')).toBe('/analytics/definitions')
})

test('all addresses are copied in the order of the collection, without links that are not created yet', async () => {
  const [lamp, sofa] = chosen()
  const unmade = aLink('Rug', { split_url: '' })
  await openCollection(of([sofa, unmade, lamp]), [lamp, sofa, unmade])
  await chooseFromMenu('More for this collection', 'Copy all links')
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(`${sofa.split_url}\n${lamp.split_url}`),
  )
})

test('arrow keys on a handle move a link, and the whole order is sent to the server (api A-047)', async () => {
  const links = chosen()
  const { server, user } = await openCollection(of(links), [...links])
  const handle = await screen.findByRole('button', { name: 'Move Lamp, 1 of 3' })
  handle.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(shownLinks()).toEqual(['Sofa', 'Lamp', 'Rug']))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Lamp, 2 of 3')
  await user.keyboard('{End}')
  await waitFor(() => expect(shownLinks()).toEqual(['Sofa', 'Rug', 'Lamp']))
  await waitFor(() =>
    expect(server.find('Bedroom')?.link_uuids).toEqual(
      [links[1], links[2], links[0]].map(({ uuid }) => uuid),
    ),
  )
})

test('the menu opens the history, and a restored version is loaded', async () => {
  const [lamp, sofa] = chosen()
  const bedroom = of([lamp, sofa])
  const by = { kind: 'person', name: 'Ana', is_you: true }
  const entry = (id: number, kind: string) => ({
    id,
    at: bedroom.created_at,
    kind,
    by,
    changes: [],
  })
  const change = { field: 'links_added', label: 'Added links', before: null, after: 'Lamp' }
  const restores: string[] = []
  const { server } = await openCollection(bedroom, [lamp, sofa])
  server.instead(({ path, query, method }) => {
    if (!path.includes('/history/')) return undefined
    if (method === 'GET')
      return answers.json({ results: [entry(2, 'edit'), entry(1, 'create')], next: null, count: 2 })
    if (query.get('dry_run') === 'false') restores.push(path)
    return answers.json({ result: { changes: [change], left_out: [], latest_id: 3 } })
  })
  await chooseFromMenu('More for this collection', 'History')
  await press(/^Restore the version of/)
  expect(await screen.findByText('Added links')).toBeTruthy()
  server.requests.length = 0
  await press('Restore')
  await screen.findByText('Restored')
  expect(restores).toEqual([`/v2/my/collections/${bedroom.uuid}/history/1/restore/`])
  await waitFor(() =>
    expect(server.requests.map(({ path }) => path)).toContain('/v2/my/collections/'),
  )
})

test('a refused order is undone, with the reason', async () => {
  const links = chosen()
  const { server } = await openCollection(of(links), [...links])
  server.instead(refusing(/^PATCH/))
  await chooseFromMenu('More for Sofa', 'Move up')
  expect(await screen.findByText(/^Couldn’t save the order/)).toBeTruthy()
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp', 'Sofa', 'Rug']))
  expect(announced).toEqual([])
})

test('a link is removed, and Undo puts it back in its place', async () => {
  const links = chosen()
  const { server } = await openCollection(of(links), [...links])
  await chooseFromMenu('More for Sofa', 'Remove')
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp', 'Rug']))
  await press('Undo')
  await waitFor(() =>
    expect(server.find('Bedroom')?.link_uuids).toEqual(links.map(({ uuid }) => uuid)),
  )
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp', 'Sofa', 'Rug']))
})

test('ticked links are added in the order of the ticks; links of the collection are not offered (R-252)', async () => {
  const [lamp, sofa, rug] = chosen()
  const { server, user, history } = await openCollection(of([lamp]), [lamp, sofa, rug])
  await press('Add links')
  const dialog = within(await screen.findByRole('dialog'))
  expect(history.location.search).toContain('dialog=add-collection-links')
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Lamp/ })).disabled).toBe(
    true,
  )
  await user.click(dialog.getByRole('checkbox', { name: /Sofa/ }))
  await user.click(dialog.getByRole('checkbox', { name: /Rug/ }))
  await user.click(dialog.getByRole('button', { name: 'Add 2 links' }))
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp', 'Sofa', 'Rug']))
  expect(
    server.requests.find(
      ({ method, path }) =>
        method === 'POST' && path.endsWith('links/') && /collections/.test(path),
    )?.body,
  ).toEqual({
    uuids: [sofa.uuid, rug.uuid],
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the dialog closes when the connection is lost, and its ticks are restored afterwards (R-253, D-105)', async () => {
  const [lamp, sofa] = chosen()
  const { server, store, user } = await openCollection(of([lamp]), [lamp, sofa])
  await press('Add links')
  await user.click(await screen.findByRole<HTMLInputElement>('checkbox', { name: /Sofa/ }))
  goOffline(store)
  await noDialog()
  act(() => store.set(reportProblemEvent, { type: 'use-saved-copy' }))
  await press('Add links')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Sofa/ }).checked).toBe(true),
  )
  await press('Add 1 link')
  // The change is queued, and the list already shows its result.
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp', 'Sofa']))
  expect(server.find('Bedroom')?.link_uuids).toEqual([lamp.uuid])
})

test('a post collection refuses a link without a picture with a plain error, and keeps the ticks (R-205, R-254)', async () => {
  const [lamp, sofa] = chosen()
  const { server, user } = await openCollection(of([lamp], { layout: 'post' }), [lamp, sofa])
  await press('Add links')
  await user.click(await screen.findByRole<HTMLInputElement>('checkbox', { name: /Sofa/ }))
  server.instead(
    refusing(/^POST/, { errors: { image_upload_id: ['A valid integer is required.'] } }),
  )
  await press('Add 1 link')
  expect(await screen.findByText('Image is required for collection with post layout')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Sofa/ }).checked).toBe(true)
})

test('a refused layout is undone, with the reason beside it (R-254)', async () => {
  const [lamp] = chosen()
  const { server, user } = await openCollection(of([lamp]), [lamp])
  server.instead(
    refusing(/^PATCH/, { errors: { layout: ['In post layout every link needs a picture.'] } }),
  )
  await user.click(screen.getByRole('radio', { name: 'Post' }))
  expect(await screen.findByText('In post layout every link needs a picture.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'List' }).checked).toBe(true)
  server.asUsual()
  await user.click(screen.getByRole('radio', { name: 'Grid' }))
  await waitFor(() => expect(server.find('Bedroom')?.layout).toBe('grid'))
})

const checkedLayout = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)

test('a chosen layout is shown before it is saved, and the last of two taps wins (R-254)', async () => {
  const [lamp] = chosen()
  const { server, user } = await openCollection(of([lamp]), [lamp])
  const { promise, resolve } = deferred<void>()
  server.instead(async ({ method }) => {
    if (method === 'PATCH') await promise
    return undefined
  })
  await user.click(screen.getByRole('radio', { name: 'Grid' }))
  await waitFor(() => expect(checkedLayout()?.value).toBe('grid'))
  await user.click(screen.getByRole('radio', { name: 'Post' }))
  await waitFor(() => expect(checkedLayout()?.value).toBe('post'))
  expect(server.find('Bedroom')?.layout).toBe('list')
  resolve()
  await waitFor(() => expect(server.find('Bedroom')?.layout).toBe('post'))
  expect(checkedLayout()?.value).toBe('post')
})

test('a collection is renamed, and deleting it leads to the list and keeps its links (R-233, R-234)', async () => {
  const [lamp] = chosen()
  const { server, user, history } = await openCollection(of([lamp]), [lamp])
  await chooseFromMenu('More for this collection', 'Rename')
  const name = await screen.findByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Bedside')
  await press('Save')
  await screen.findByRole('heading', { level: 1, name: 'Bedside' })

  await chooseFromMenu('More for this collection', 'Delete')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Delete Bedside?')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(history.location.href).toBe('/splitlinks?tab=collections'))
  expect(server.find('Bedside')).toBeUndefined()
})

test('a collection deleted elsewhere while open shows a plain state, no critical dialog (R-600, D-66)', async () => {
  const [lamp] = chosen()
  const shelf = of([lamp])
  const { server } = await openCollection(shelf, [lamp])
  // The refresh started by opening the screen may have ended already.
  await act(() => revalidate('collections'))
  server.remove(shelf.uuid)
  await act(() => revalidate('collections'))
  expect(await screen.findByText('Bedroom is gone')).toBeTruthy()
  expect(announced).toEqual([])
})

test('editing a collection that was deleted elsewhere shows the same state', async () => {
  const [lamp] = chosen()
  const shelf = of([lamp])
  const { server, user } = await openCollection(shelf, [lamp])
  server.remove(shelf.uuid)
  await user.click(screen.getByRole('radio', { name: 'Grid' }))
  expect(await screen.findByText('Bedroom is gone')).toBeTruthy()
  expect(announced).toEqual([])
})

test('a newly tagged link appears in the smart collection, in which links cannot be chosen (R-249, R-257, D-30)', async () => {
  const [lamp, sofa] = [aLink('Lamp', { tags: ['gift'] }), aLink('Sofa')]
  const { server } = await openCollection(aSmartCollection('Gifts', { tags: ['gift'] }), [
    lamp,
    sofa,
  ])
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp']))
  expect(screen.getByText(/Links tagged gift\. Newest first, up to 100\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add links' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  server.putLink({ ...sofa, tags: ['gift'] })
  await act(() => revalidate('links'))
  await waitFor(() => expect(shownLinks()).toEqual(['Sofa', 'Lamp']))
})

test('a collection opened before the list is on the device is loaded by itself (R-016)', async () => {
  const [lamp] = chosen()
  const shelf = of([lamp])
  const answer = deferred<Response>()
  const { server } = await openCollection(shelf, [lamp], { mirrored: [] })
  server.instead(() => answer.promise)
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp']))
  answer.resolve(answers.json({}, 404))
})
