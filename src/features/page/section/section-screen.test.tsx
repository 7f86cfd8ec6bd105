import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection } from '#support/window/collections-server.ts'
import { goOffline, showSavedCopy } from '#support/window/connection.ts'
import { refusing } from '#support/window/fake-api.ts'
import { aLink } from '#support/window/links-server.ts'
import { aPage, aSection, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { chooseFromMenu, press, userEvent } from '#support/window/on-screen.ts'
import { SectionScreen } from './section-screen.tsx'

signInPerTest({ width: 390 })

const lamp = aLink('Oak lamp', { image_url: '/media/lamp.webp' })
const sofa = aLink('Velvet sofa')
const desk = aCollection('Desk', { link_uuids: [lamp.uuid] })
const room = aCollection('Living room', { link_uuids: [lamp.uuid, sofa.uuid] })
const kitchen = aSection(2, 'Kitchen', { collections: [desk.uuid] })

async function open(section = kitchen, address = '/splitpage/section/2') {
  const server = pageServer({
    page: aPage(),
    sections: [aSection(1, 'New in'), section],
    links: [lamp, sofa],
    collections: [desk, room],
  })
  await Promise.all([revalidate('links'), revalidate('collections')])
  const app = await renderAt('/splitpage/section/$id', address, SectionScreen)
  return { server, user: userEvent.setup(), ...app }
}

const title = () => screen.findByLabelText<HTMLInputElement>('Title')
const save = () => screen.getByRole('button', { name: 'Save' })
const held = () =>
  [...document.querySelectorAll('[data-held]')].map((row) => row.getAttribute('data-held'))

test('a section opens at its address with its content (R-015)', async () => {
  await open()
  expect((await title()).value).toBe('Kitchen')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Grid' }).checked).toBe(true)
  await waitFor(() => expect(held()).toEqual([desk.uuid]))
  expect(await screen.findByText('Desk')).toBeTruthy()
})

test('collections are searched, added, reordered and saved together', async () => {
  const { user, server } = await open()
  await title()
  await press('Add a collection')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a collection' }))
  await user.type(dialog.getByLabelText('Search your collections'), 'living')
  await user.click(await dialog.findByLabelText(/Living room/))
  expect(dialog.queryByText('Desk')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Add 1 collection' }))
  await waitFor(() => expect(held()).toEqual([desk.uuid, room.uuid]))
  act(() => screen.getByRole('button', { name: 'Move Living room, 2 of 2' }).focus())
  await user.keyboard('{ArrowUp}')
  expect(held()).toEqual([room.uuid, desk.uuid])
  expect(server.sent()).toEqual([])
  await user.click(save())
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.sent()).toEqual([
    [
      'PATCH /v2/my/sections/2/',
      { collections: [room.uuid, desk.uuid], base: { collections: [desk.uuid] } },
    ],
  ])
})

test('the layout Post says how many links have no picture', async () => {
  await open(aSection(2, 'Kitchen', { collections: [desk.uuid, room.uuid] }))
  await title()
  expect(
    await screen.findByText('Post needs a picture on every link. 1 link has none.'),
  ).toBeTruthy()
})

test('links are added to a section, and one is removed', async () => {
  const { user, server } = await open(aSection(2, 'Start here', { type: 'links' }))
  await title()
  await press('Add links')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add links' }))
  await user.click(await dialog.findByLabelText(/Oak lamp/))
  await user.click(dialog.getByLabelText(/Velvet sofa/))
  await user.click(dialog.getByRole('button', { name: 'Add 2 links' }))
  await waitFor(() => expect(held()).toEqual([lamp.uuid, sofa.uuid]))
  await press('Take Oak lamp out')
  await user.click(save())
  await waitFor(() =>
    expect(server.sent()).toEqual([
      ['PATCH /v2/my/sections/2/', { links: [sofa.uuid], base: { links: [] } }],
    ]),
  )
})

test('a section can show text instead of collections', async () => {
  const { user, server } = await open()
  await title()
  await user.click(screen.getByRole('radio', { name: 'Text' }))
  await user.type(screen.getByLabelText('Text', { selector: 'textarea' }), 'Hello')
  await user.click(save())
  await waitFor(() =>
    expect(server.sent()[0]?.[1]).toEqual({
      type: 'text',
      text: 'Hello',
      base: { type: 'collections', text: '' },
    }),
  )
})

test('unsaved changes are marked, and leaving asks for confirmation', async () => {
  const { user, history } = await open()
  await title()
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await user.type(await title(), ' drawer')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  act(() => history.push('/splitpage-home'))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect((await title()).value).toBe('Kitchen drawer')
  act(() => history.push('/splitpage-home'))
  await press('OK')
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
})

test('saving offline says that nothing was sent, and the input stays after a reload', async () => {
  const { user, server, store, unmount } = await open()
  await user.type(await title(), ' drawer')
  showSavedCopy(store)
  await user.click(save())
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(server.sent()).toEqual([])
  unmount()
  const again = await renderAt('/splitpage/section/$id', '/splitpage/section/2', SectionScreen)
  goOffline(again.store)
  expect((await title()).value).toBe('Kitchen drawer')
})

test('after a conflict there is a message, and the input stays', async () => {
  const { user, server } = await open()
  server.instead(refusing(/^PATCH/, { conflict: { fields: ['title'], latest: {} } }, 409))
  await user.type(await title(), ' drawer')
  await user.click(save())
  await screen.findByText('It was changed on another device meanwhile. Review it, then save again.')
  expect((await title()).value).toBe('Kitchen drawer')
})

test('removing the section from its menu leads back to the page', async () => {
  const { server, history } = await open()
  await title()
  await chooseFromMenu('More for this section', 'Remove')
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
  expect(server.sections().map(({ id }) => id)).toEqual([1])
})

test('an unknown section has a message', async () => {
  await open(kitchen, '/splitpage/section/9')
  expect(await screen.findByText('This section isn’t here')).toBeTruthy()
})
