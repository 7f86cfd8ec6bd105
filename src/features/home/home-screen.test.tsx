import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { forgetRefreshing } from '#live/sync/refreshing.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { wipeAll } from '#live/wipe.ts'
import { aLink, deferred, linksServer, signInAs } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { HomeScreen } from './home-screen.tsx'

beforeEach(() => {
  signInAs('ana')
  openMirror()
})

afterEach(async () => {
  await wipeAll()
  vi.unstubAllGlobals()
})

test('home shows the newest five links and true totals (R-004)', async () => {
  linksServer([1, 2, 3, 4, 5, 6, 7].map((n) => aLink(`Link ${n}`, { lifetime_clicks: n })))
  await revalidate('links')
  await renderWithDialog(<HomeScreen />, '/')
  const region = await screen.findByRole('region', { name: 'Newest links' })
  await within(region).findByText('Link 7')
  const rows = within(region).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getAllByRole('button')[0]?.textContent)).toEqual([
    'Link 7',
    'Link 6',
    'Link 5',
    'Link 4',
    'Link 3',
  ])
  const totals = screen.getByRole('region', { name: 'Your links so far' })
  expect(within(totals).getByText('28')).toBeTruthy()
  expect(within(totals).getByText('$0.00')).toBeTruthy()
})

test('someone without links is shown how to make the first one (R-004)', async () => {
  linksServer([])
  await revalidate('links')
  await renderWithDialog(<HomeScreen />, '/')
  expect(await screen.findByText('Create your first link')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual([
    'Discover',
  ])
})

test('an empty copy of another visit invites nobody before the server has answered', async () => {
  const server = linksServer([])
  await revalidate('links')
  forgetRefreshing()
  for (let n = 1; n <= 47; n += 1) server.put(aLink(`Link ${n}`))
  const gate = deferred<undefined>()
  server.instead(async () => gate.promise)
  await renderWithDialog(<HomeScreen />, '/')
  const askedForLinks = () => server.asked.filter(({ path }) => path.includes('/links/'))
  await vi.waitFor(() => expect(askedForLinks()).toHaveLength(2))
  expect(screen.getByRole('status', { name: 'Loading links' })).toBeTruthy()
  expect(screen.queryByText('Create your first link')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your links so far' })).toBeNull()
  await act(async () => gate.resolve(undefined))
  expect(await screen.findByText('Link 47')).toBeTruthy()
})

test('an address pasted on home opens the dialog with it (R-165)', async () => {
  linksServer([aLink('Oak lamp')])
  await revalidate('links')
  await renderWithDialog(<HomeScreen />, '/')
  await userEvent.type(await screen.findByLabelText('Paste a link'), 'shop.example/lamp{Enter}')
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('shop.example/lamp')
})
