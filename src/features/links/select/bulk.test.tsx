import { beforeAll, expect, test } from 'vitest'
import type { BulkTags } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import type { ApiRequest } from '#support/window/fake-api.ts'
import { aLink, answers } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fireEvent, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { LinksScreen } from '../list/links-screen.tsx'
import { preloadListParts } from '../list/list-parts.tsx'

// The app does this after its first screen is shown.
beforeAll(() => preloadListParts())

signInPerTest({ width: 1280 })

/** Names in list order, newest first. */
const NAMES = ['Five', 'Four', 'Three', 'Two', 'One']

async function openList(more: Partial<ShortLink> = {}) {
  const links = [...NAMES].reverse().map((name) => aLink(name, more))
  const server = collectionsServer(links, [aCollection('Kitchen'), aCollection('Bedroom')])
  await revalidate('links')
  await revalidate('collections')
  const app = await renderWithDialog(<LinksScreen />)
  await screen.findByText('One')
  return { server, links, ...app }
}

const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const selected = () => NAMES.filter((name) => box(name).checked)
const bar = () => screen.getByRole('toolbar', { name: 'Selected links' })
const press = (name: string) => userEvent.click(within(bar()).getByRole('button', { name }))
const hides = ({ method, body }: ApiRequest) => method === 'PATCH' && 'is_hidden' in body

test('checkboxes select, Shift selects a range, Escape ends it', async () => {
  await openList()
  const user = userEvent.setup()
  await user.click(box('Four'))
  await user.keyboard('{Shift>}')
  await user.click(box('Two'))
  await user.keyboard('{/Shift}')
  expect(selected()).toEqual(['Four', 'Three', 'Two'])
  expect(within(bar()).getByRole('status').textContent).toBe('3 selected')
  await user.keyboard('{Escape}')
  expect(selected()).toEqual([])
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('the keyboard selects, and the checkbox in the head selects all', async () => {
  await openList()
  box('Three').focus()
  await userEvent.keyboard(' ')
  expect(selected()).toEqual(['Three'])
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all links' })
  expect(all.indeterminate).toBe(true)
  await userEvent.click(all)
  expect(selected()).toEqual(NAMES)
  await userEvent.click(all)
  expect(selected()).toEqual([])
})

test('Ctrl and Shift on a row select it without opening it', async () => {
  await openList()
  fireEvent.click(screen.getByRole('button', { name: 'Four' }), { ctrlKey: true })
  fireEvent.click(screen.getByRole('button', { name: 'One' }), { shiftKey: true })
  expect(selected()).toEqual(['Four', 'Three', 'Two', 'One'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a tag is added to all selected links in one call (R-262)', async () => {
  const { server, links } = await openList()
  server.instead(({ method, path, body }) => {
    if (method !== 'PATCH' || path !== '/v2/my/links/') return undefined
    const { uuids, tags } = body as BulkTags
    return answers.json({ results: uuids.map((uuid) => ({ uuid, tags })) })
  })
  for (const name of ['Five', 'Three', 'One']) await userEvent.click(box(name))
  await press('Tag')
  const dialog = await screen.findByRole('dialog', { name: 'Tag 3 links' })
  const input = await within(dialog).findByRole('combobox', { name: 'Tags' })
  await userEvent.type(input, 'sale{Enter}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add tags' }))
  expect(await screen.findByText('3 links tagged sale')).toBeTruthy()
  const call = server.requests.find(
    ({ path, method }) => method === 'PATCH' && path.endsWith('/links/'),
  )
  expect(call?.body).toEqual({
    uuids: ['Five', 'Three', 'One'].map((name) => links.find((link) => link.name === name)?.uuid),
    tags: ['sale'],
    mode: 'add',
  })
  // Every row shows it from the response alone.
  await waitFor(() => expect(screen.getAllByText('sale')).toHaveLength(3))
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('tags are removed or replaced; an empty field is an error (R-262)', async () => {
  const { server } = await openList()
  server.instead(
    refusing(/ \/v2\/my\/links\/$/, { errors: { tags: ['A link can have 50 tags.'] } }),
  )
  await userEvent.click(box('Five'))
  await press('Tag')
  const dialog = await screen.findByRole('dialog', { name: 'Tag 1 link' })
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Remove' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove tags' }))
  expect(await within(dialog).findByText('Type at least one tag.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Replace' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove all tags' }))
  expect(await within(dialog).findByText('A link can have 50 tags.')).toBeTruthy()
})

test('hiding many links shows one message, and Undo brings them back (D-23)', async () => {
  const { server } = await openList()
  for (const name of ['Five', 'Four', 'Three']) await userEvent.click(box(name))
  await press('Hide')
  expect(await screen.findByText('3 links hidden')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Five')).toBeNull())
  expect(server.requests.filter(hides)).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('3 links shown again')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Five')).toBeTruthy())
})

test('links that could not be hidden stay selected, with one reason', async () => {
  const { server, links } = await openList()
  const stubborn = links.find(({ name }) => name === 'Four')?.uuid ?? ''
  server.instead((asked) =>
    hides(asked) && asked.path.includes(stubborn)
      ? answers.json({ errors: { is_hidden: ['This one stays.'] } }, 400)
      : undefined,
  )
  for (const name of ['Five', 'Four', 'Three']) await userEvent.click(box(name))
  await press('Hide')
  expect(await screen.findByText('2 of 3 links hidden. This one stays.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Five')).toBeNull())
  await waitFor(() => expect(within(bar()).getByRole('status').textContent).toBe('1 selected'))
  expect(box('Four').checked).toBe(true)
})

test('Open in browser is set for all selected links', async () => {
  const { server } = await openList()
  await userEvent.click(box('Five'))
  await userEvent.click(box('Four'))
  await press('Open in browser')
  const dialog = within(await screen.findByRole('dialog', { name: 'Open 2 links in the browser' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'On' }).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Open in browser turned on for 2 links')).toBeTruthy()
  const sent = server.requests.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body }) => body['open_in_browser'])).toEqual([true, true])
})

test('selected links are added to the ticked collections (R-169)', async () => {
  const { server, links } = await openList()
  await userEvent.click(box('Five'))
  await userEvent.click(box('One'))
  await press('Add to collection')
  const dialog = await screen.findByRole('dialog', { name: 'Add 2 links to collections' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(dialog).findByText('Select at least one collection.')).toBeTruthy()
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Kitchen' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('2 links added to Kitchen')).toBeTruthy()
  expect(server.find('Kitchen')?.link_uuids).toEqual([links[4]?.uuid, links[0]?.uuid])
})

test('Copy all copies one address per line', async () => {
  const { links } = await openList()
  await userEvent.click(box('Five'))
  await userEvent.click(box('Four'))
  await press('Copy all')
  expect(await screen.findByText('2 links copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(
    `${links[4]?.split_url}\n${links[3]?.split_url}`,
  )
})

/** Opens the list offline with two links selected. */
async function openOffline() {
  const app = await openList()
  showSavedCopy(app.store)
  for (const name of ['Five', 'Four']) fireEvent.click(box(name))
  await screen.findByRole('toolbar', { name: 'Selected links' })
  const edits = () => app.server.requests.filter(({ method }) => method === 'PATCH')
  return { ...app, edits }
}

test('offline, hiding many links waits (R-608)', async () => {
  const { edits } = await openOffline()
  fireEvent.click(screen.getByText('Hide'))
  expect(await screen.findByText('2 links hidden. Waiting to sync.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Five')).toBeNull())
  expect(edits()).toEqual([])
})

test('offline, Open in browser is set and waits (R-608)', async () => {
  const { edits } = await openOffline()
  fireEvent.click(screen.getByText('Open in browser', { selector: '[role="toolbar"] *' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Default' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const text = 'Open in browser set to the default for 2 links. Waiting to sync.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(edits()).toEqual([])
})

test('offline, tagging many links waits (R-262, R-608)', async () => {
  const { edits } = await openOffline()
  fireEvent.click(screen.getByText('Tag', { selector: '[role="toolbar"] *' }))
  const input = await screen.findByRole('combobox', { name: 'Tags' })
  fireEvent.change(input, { target: { value: 'sale' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  fireEvent.click(screen.getByRole('button', { name: 'Add tags' }))
  expect(await screen.findByText('2 links tagged sale. Waiting to sync.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('sale')).toHaveLength(2))
  expect(edits()).toEqual([])
})

test('a refusing collection stays ticked, and the message says what was done before it', async () => {
  const { server } = await openList()
  const stubborn = server.find('Kitchen')?.uuid ?? ''
  server.instead(({ method, path }) =>
    method === 'POST' && path.includes(stubborn)
      ? answers.json({ errors: { uuids: ['Kitchen can hold 5000 links.'] } }, 400)
      : undefined,
  )
  await userEvent.click(box('Five'))
  await press('Add to collection')
  const dialog = await screen.findByRole('dialog', { name: 'Add 1 link to collections' })
  const tick = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name })
  await within(dialog).findByRole('checkbox', { name: 'Kitchen' })
  for (const name of ['Kitchen', 'Bedroom']) await userEvent.click(tick(name))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  const refusal = 'Added to Bedroom. Kitchen can hold 5000 links.'
  expect(await within(dialog).findByText(refusal)).toBeTruthy()
  expect([tick('Kitchen').checked, tick('Bedroom').checked]).toEqual([true, false])
})

test('on a phone the menu of a long press starts selecting, then taps select', async () => {
  window.happyDOM.setViewport({ width: 390, height: 844 })
  await openList()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.contextMenu(screen.getByText('Four'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }))
  expect(selected()).toEqual(['Four'])
  await userEvent.click(screen.getByText('Two'))
  expect(selected()).toEqual(['Four', 'Two'])
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(box('Two'))
  expect(selected()).toEqual(['Four'])
  await press('Clear selection')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('while selecting, a long press selects up to that row', async () => {
  window.happyDOM.setViewport({ width: 390, height: 844 })
  await openList()
  fireEvent.contextMenu(screen.getByText('Five'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }))
  fireEvent.pointerDown(screen.getByText('Three'), { pointerType: 'touch' })
  await waitFor(() => expect(selected()).toEqual(['Five', 'Four', 'Three']), { timeout: 2000 })
  expect(screen.queryByRole('menu')).toBeNull()
})
