import { expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { forgetRefreshing } from '#live/sync/refreshing.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, answers, deferred, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, fireEvent, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { toast } from '#ui/notices/toast.tsx'
import { HomeScreen } from './home-screen.tsx'

signInPerTest()

test('home shows the newest five links and exact totals (R-004)', async () => {
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
  const help = within(totals).getByRole('link', { name: 'What is counted' })
  expect(help.getAttribute('href')).toBe('/analytics/definitions')
})

test('a user without links is shown how to create the first one (R-004)', async () => {
  linksServer([])
  await revalidate('links')
  await renderWithDialog(<HomeScreen />, '/')
  expect(await screen.findByText('Create your first link')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual([
    'Discover',
  ])
})

test('an empty local copy shows no invitation before the server has answered', async () => {
  const server = linksServer([])
  await revalidate('links')
  forgetRefreshing()
  for (let n = 1; n <= 47; n += 1) server.put(aLink(`Link ${n}`))
  const gate = deferred<undefined>()
  server.instead(async () => gate.promise)
  await renderWithDialog(<HomeScreen />, '/')
  const askedForLinks = () => server.requests.filter(({ path }) => path.includes('/links/'))
  await vi.waitFor(() => expect(askedForLinks()).toHaveLength(2))
  expect(screen.getByRole('status', { name: 'Loading links' })).toBeTruthy()
  expect(screen.queryByText('Create your first link')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your links so far' })).toBeNull()
  await act(async () => gate.resolve(undefined))
  expect(await screen.findByText('Link 47')).toBeTruthy()
})

async function pasteOnHome(text: string) {
  await renderWithDialog(<HomeScreen />, '/')
  await userEvent.type(await screen.findByLabelText('Paste a link'), `${text}{Enter}`)
}

/** Makes the server answer the creation of a link with this one. */
function makes(server: ReturnType<typeof linksServer>, link: ShortLink) {
  server.instead(({ method, path }) => {
    if (method !== 'POST' || path !== '/v2/my/links/') return undefined
    server.put(link)
    return answers.json({ result: link }, 201)
  })
}

test('Enter on a pasted address creates a link, copied and ready to share (R-165, R-195)', async () => {
  const server = linksServer([aLink('Oak lamp')])
  await revalidate('links')
  const made = aLink('a.example', { meta_extraction_progress: 10 })
  makes(server, made)
  await pasteOnHome('shop.example/lamp')
  expect(await screen.findByRole('heading', { name: 'Your link is ready' })).toBeTruthy()
  expect(await screen.findByText('Link has been copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(made.split_url)
  expect(screen.getByText('Reading the page')).toBeTruthy()
  const posts = server.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/v2/my/links/',
  )
  expect(posts).toHaveLength(1)
})

const refuse = () => Promise.reject(new DOMException('No', 'NotAllowedError'))

test('if the browser does not allow copying, nothing says that the link was copied', async () => {
  const server = linksServer([aLink('Oak lamp')])
  await revalidate('links')
  makes(server, aLink('Brass lamp'))
  // A new toast replaces the earlier one.
  toast('Nothing yet')
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(refuse)
  const late = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse)
  await pasteOnHome('shop.example/lamp')
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy()
  await waitFor(() => expect(late).toHaveBeenCalledOnce())
  expect(screen.queryByText('Link has been copied')).toBeNull()
})

test('the clipboard is written during the touch, before the link exists', async () => {
  const server = linksServer([aLink('Oak lamp')])
  await revalidate('links')
  makes(server, aLink('Brass lamp'))
  await renderWithDialog(<HomeScreen />, '/')
  const field = await screen.findByLabelText('Paste a link')
  fireEvent.change(field, { target: { value: 'shop.example/lamp' } })
  const write = vi.spyOn(navigator.clipboard, 'write')
  fireEvent.submit(field)
  expect(write).toHaveBeenCalledOnce()
  expect(await screen.findByText('Link has been copied')).toBeTruthy()
})

test('an invalid address is refused where it can be corrected (R-165)', async () => {
  linksServer([aLink('Oak lamp')])
  await revalidate('links')
  await pasteOnHome('not an address')
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('not an address')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
})
