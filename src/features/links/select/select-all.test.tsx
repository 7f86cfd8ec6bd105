import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, deferred, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { LinksScreen } from '../list/links-screen.tsx'
import { preloadListParts } from '../list/list-parts.tsx'

// The app does this after its first screen is shown.
beforeAll(() => preloadListParts())

signInPerTest()
beforeEach(() => window.happyDOM.setViewport({ width: 390, height: 844 }))

/** Names in list order, newest first. */
const NAMES = ['Five', 'Four', 'Three', 'Two', 'One']

async function openList() {
  linksServer([...NAMES].reverse().map((name) => aLink(name)))
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  await screen.findByText('One')
}

const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const selected = () => NAMES.filter((name) => box(name).checked)
const bar = () => screen.getByRole('toolbar', { name: 'Selected links' })
const press = (name: string) => userEvent.click(within(bar()).getByRole('button', { name }))

test('on a phone Select shows the checkboxes, and one press selects all links', async () => {
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  expect(selected()).toEqual([])
  expect(within(bar()).getByRole('status').textContent).toBe('Select links')
  expect(within(bar()).queryByRole('button', { name: 'Hide' })).toBeNull()
  await press('Select all 5')
  expect(selected()).toEqual(NAMES)
  expect(within(bar()).getByRole('status').textContent).toBe('5 selected')
  expect(within(bar()).queryByRole('button', { name: /^Select all/ })).toBeNull()
  await press('Clear selection')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('all results of a search are selected, and no others', async () => {
  await openList()
  await userEvent.type(screen.getByRole('searchbox'), 'f')
  await waitFor(() => expect(screen.queryByText('One')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await press('Select all 2')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map((one) => one.checked)).toEqual([true, true])
})

test('before all links are on the device, only the known ones are selected, and a note says so', async () => {
  const server = linksServer(Array.from({ length: 60 }, (_, at) => aLink(`Link ${at}`)))
  const rest = deferred<undefined>()
  server.instead(({ body }) =>
    Number(body['page_size'] ?? 0) > FIRST_PAGE_SIZE ? rest.promise : undefined,
  )
  const importing = revalidate('links')
  await renderWithDialog(<LinksScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Select' }))
  const partly = { name: `Select all ${FIRST_PAGE_SIZE} on this device` }
  expect(await screen.findByRole('button', partly)).toBeTruthy()
  await act(async () => {
    rest.resolve(undefined)
    await importing
  })
  expect(await screen.findByRole('button', { name: 'Select all 60' })).toBeTruthy()
})
