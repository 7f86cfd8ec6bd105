import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { setWidth } from '#support/browser-window.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { LinksScreen } from '../list/links-screen.tsx'

signInPerTest({ width: 390 })

const LINKS = [
  aLink('Lamp', { tags: ['gift', 'home'], regular_collection_names: ['Bedroom'] }),
  aLink('Sofa', { tags: ['home'], regular_collection_names: ['Bedroom'], domain: 'b.example' }),
  aLink('Mug', { tags: ['gift, small'], treat_as_in_network: true }),
  aLink('Old mug', { tags: ['home'], is_hidden: true }),
]

async function open(path = '/splitlinks', links: ShortLink[] = LINKS) {
  const server = linksServer(links)
  await Promise.all([revalidate('links'), revalidate('hiddenLinks')])
  const app = await renderWithDialog(<LinksScreen />, path)
  return { server, user: userEvent.setup(), ...app }
}

const shown = (...names: string[]) =>
  waitFor(() =>
    expect(
      [...document.querySelectorAll('[data-link-row] [aria-haspopup="dialog"]')].map(
        (title) => title.textContent,
      ),
    ).toEqual(names),
  )
const chip = (name: string | RegExp) => screen.findByRole('button', { name })
const chips = () =>
  within(screen.getByRole('group', { name: 'Sort and filter' }))
    .getAllByRole('button')
    .map((button) => button.textContent)

test('a tap on a collection filters the list and is in the URL; a second tap ends it', async () => {
  const { user, history } = await open()
  await shown('Mug', 'Sofa', 'Lamp')
  await user.click(await chip('Bedroom 2'))
  await shown('Sofa', 'Lamp')
  expect(history.location.search).toBe('?collection=Bedroom')
  const active = await chip('Bedroom')
  expect(active.getAttribute('aria-pressed')).toBe('true')
  await user.click(active)
  await shown('Mug', 'Sofa', 'Lamp')
  expect(history.location.search).toBe('')
})

test('an address with filters restores the list, also for a tag with a comma', async () => {
  await open('/splitlinks?tags=gift%252C%2520small&network=in')
  await shown('Mug')
  expect((await chip('gift, small')).getAttribute('aria-pressed')).toBe('true')
  expect(await chip('In network')).toBeTruthy()
})

test('the sheet has all filters and shows how many links are left', async () => {
  const { user, history } = await open()
  await user.click(await chip('Sort and filter'))
  const sheet = within(await screen.findByRole('dialog', { name: 'Sort and filter' }))
  await user.selectOptions(sheet.getByLabelText('Domain'), 'b.example (1)')
  expect(await sheet.findByRole('button', { name: 'Show 1 link' })).toBeTruthy()
  await user.selectOptions(sheet.getByLabelText('Domain'), 'Any domain')
  await user.click(sheet.getByRole('button', { name: 'home 2' }))
  await user.click(sheet.getByLabelText('Not'))
  await user.selectOptions(sheet.getByLabelText('Sort by'), 'Name')
  await user.click(await sheet.findByRole('button', { name: 'Show 2 links' }))
  await shown('Lamp', 'Sofa')
  const search = new URLSearchParams(history.location.search)
  expect(Object.fromEntries(search)).toEqual({ tags: 'home', network: 'out', ordering: 'name' })
})

test('hidden links have filters of their own', async () => {
  await open('/splitlinks?hidden=1&tags=home')
  await shown('Old mug')
  expect((await chip('Hidden')).getAttribute('aria-pressed')).toBe('true')
})

test('a filter without results says so, and one tap removes all filters', async () => {
  const { user, history } = await open('/splitlinks?collection=Gone')
  expect(await screen.findByText('No links match these filters')).toBeTruthy()
  expect(await chip('Gone')).toBeTruthy()
  const [inEmptyState] = (await screen.findAllByRole('button', { name: 'Clear filters' })).slice(-1)
  await user.click(inEmptyState!)
  await shown('Mug', 'Sofa', 'Lamp')
  expect(history.location.search).toBe('')
})

test('on a wide screen collection and tags are menus, and several tags narrow the list', async () => {
  setWidth(1280)
  const { user, history } = await open()
  await user.click(await chip('Tag'))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'home' }))
  await user.click(await chip('Tag: home'))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'gift' }))
  await waitFor(() => expect(history.location.search).toBe('?tags=home%2Cgift'))
  await waitFor(() => expect(screen.queryByText('Sofa')).toBeNull())
  expect(screen.getByText('Lamp')).toBeTruthy()
  await user.click(await chip('Collection'))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Bedroom' }))
  await waitFor(() => expect(history.location.search).toContain('collection=Bedroom'))
})

test('offline, the local copy answers a filter, without a request', async () => {
  const { user, server, store } = await open()
  await shown('Mug', 'Sofa', 'Lamp')
  showSavedCopy(store)
  const before = server.requests.length
  await user.click(await chip('Bedroom 2'))
  await shown('Sofa', 'Lamp')
  expect(server.requests.length).toBe(before)
})

test('on a phone collections come before Hidden, which moves to the front and keeps the focus while it is on', async () => {
  const { user } = await open()
  await chip('Bedroom 2')
  expect(chips()).toEqual(['Newest', 'Select', 'Bedroom2', 'Hidden', ''])
  await user.click(await chip('Hidden'))
  await shown('Old mug')
  expect(chips().slice(0, 3)).toEqual(['Newest', 'Select', 'Hidden'])
  expect(document.activeElement).toBe(await chip('Hidden'))
})

test('on a wide screen the menus keep their places before they work, before Hidden', async () => {
  setWidth(1280)
  await open('/splitlinks?collection=Bedroom')
  const first = screen.getByRole('button', { name: 'Collection: Bedroom' })
  expect(first.textContent).toBe('Bedroom')
  await chip('Hidden')
  expect(chips()).toEqual(['Bedroom', 'Tag', 'Hidden', 'Filters', 'Clear filters', ''])
})
