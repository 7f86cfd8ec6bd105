import { beforeEach, expect, test, vi } from 'vitest'
import { reportProblemEvent } from '#app/problems/problems.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { aLink, answers, deferred, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fireEvent, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { LinksScreen } from './links-screen.tsx'

signInPerTest()
beforeEach(() => phone())

declare global {
  interface Window {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void }
  }
}

const phone = () => window.happyDOM.setViewport({ width: 390, height: 844 })

/** Opens the screen for a user with these links, on a device used before. */
async function open(links: ShortLink[], path?: string) {
  const server = linksServer(links)
  await revalidate('links')
  const app = await renderWithDialog(<LinksScreen />, path)
  if (links.some((link) => !link.is_hidden)) await screen.findAllByRole('listitem')
  return { server, ...app }
}

const titles = () =>
  screen
    .getAllByRole('button')
    .flatMap((button) =>
      button.closest('[data-link-row]') && button.getAttribute('aria-haspopup') === 'dialog'
        ? [button.textContent]
        : [],
    )

test('not loaded, empty and rows look different (R-188)', async () => {
  const server = linksServer([])
  const answer = deferred<Response>()
  server.instead(() => answer.promise)
  await renderWithDialog(<LinksScreen />)
  expect(screen.getByRole('status', { name: 'Loading links' })).toBeTruthy()
  expect(screen.getByRole('searchbox')).toBeTruthy()
  expect(screen.queryByText('Create your first link')).toBeNull()

  answer.resolve(answers.json({ results: [], next: null, count: 0, cursor: '0' }))
  expect(await screen.findByText('Create your first link')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading links' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Paste a link' }))
  expect(await screen.findByLabelText('Product or page address')).toBeTruthy()
})

test('rows come from the local copy before the server answers (R-188)', async () => {
  const server = linksServer([aLink('Oak lamp')])
  await revalidate('links')
  const never = deferred<Response>()
  server.instead(() => never.promise)
  await renderWithDialog(<LinksScreen />)
  expect(await screen.findByText('Oak lamp')).toBeTruthy()
})

test('a row shows title, short link, clicks, and earnings if there are any', async () => {
  await open([
    aLink('Oak lamp', { lifetime_clicks: 1490, lifetime_commissions: 188.02 }),
    aLink('Mugs', {
      lifetime_clicks: 1,
      short_code: 'mugs',
      split_url: 'https://split.example/s/mugs',
    }),
  ])
  const [mugs, lamp] = screen.getAllByRole('listitem')
  expect(within(lamp!).getByText('$188.02')).toBeTruthy()
  expect(within(lamp!).getByText('1,490 clicks')).toBeTruthy()
  expect(within(mugs!).getByText('1 click')).toBeTruthy()
  expect(within(mugs!).queryByText('$0.00')).toBeNull()
  expect(within(mugs!).getByText('mugs')).toBeTruthy()
})

test('a picture is loaded in the size in which it is shown, a drawing unchanged (R-142, R-308, R-309)', async () => {
  await open([
    aLink('Lamp', { image_url: '/media/lamp.webp' }),
    aLink('Icon', { image_url: '/media/icon.svg' }),
  ])
  const sources = [...document.querySelectorAll('[data-link-row] img')].map((image) =>
    image.getAttribute('src'),
  )
  expect(sources).toEqual([
    '/media/icon.svg',
    '/cdn-cgi/image/fit=cover,quality=85,sharpen=1,width=160,height=160/media/lamp.webp',
  ])
})

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()

test('newest first has headings by day, other orders have none', async () => {
  await open([
    aLink('New', { created_at: day(0) }),
    aLink('Before', { created_at: day(1) }),
    aLink('A old', { created_at: day(700) }),
  ])
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual([
      'Today',
      'Yesterday',
      expect.stringMatching(/^\w{3} \d{1,2}, \d{4}$/),
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Sort by: Newest' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Name' }))
  await waitFor(() => expect(titles()).toEqual(['A old', 'Before', 'New']))
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
})

test('search waits for a typing pause of 500 ms (R-184, R-630)', async () => {
  const { history } = await open([aLink('Velvet sofa'), aLink('Brass pendant')])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const field = screen.getByRole('searchbox')
  for (const text of ['b', 'br', 'bra', 'bras', 'brass']) {
    fireEvent.change(field, { target: { value: text } })
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(399)
  expect(history.location.search).toBe('')
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await waitFor(() => expect(titles()).toEqual(['Brass pendant']))
  expect(history.location.search).toBe('?q=brass')
  expect(history.length).toBe(1)
})

test('a search without results says so and offers the hidden links', async () => {
  const { server } = await open([aLink('Lamp'), aLink('Velvet sofa', { is_hidden: true })])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'velvet' } })
  expect(await screen.findByText('No links match “velvet”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Search hidden too' }))
  expect(await screen.findByText('Velvet sofa')).toBeTruthy()
  expect(server.requests.some(({ path }) => path === '/v2/my/links/search/')).toBe(true)
})

test('a tap on a row opens SHARE, and Back closes it (R-168, R-191)', async () => {
  const { history } = await open([aLink('Oak lamp')])
  await userEvent.click(screen.getByRole('button', { name: 'Oak lamp' }))
  const dialog = await screen.findByRole('dialog', { name: 'Oak lamp' })
  expect(history.location.search).toContain('create_split_link')
  expect(within(dialog).getByTestId('short-url').textContent).toContain('split.example/s/')
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.location.search).not.toContain('create_split_link')
})

test('copying a link writes the clipboard and says so (R-185, R-318)', async () => {
  const user = userEvent.setup()
  await open([aLink('Oak lamp', { split_url: 'https://split.example/s/oak', short_code: 'oak' })])
  await user.click(screen.getByRole('button', { name: 'Copy link to Oak lamp' }))
  expect(await screen.findByText('Link has been copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('https://split.example/s/oak')
})

test('a right click opens the menu: hiding removes the row, Undo brings it back (D-23)', async () => {
  const { server } = await open([aLink('Oak lamp'), aLink('Mugs')])
  fireEvent.contextMenu(screen.getByText('Oak lamp'))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Edit',
    'Share',
    'Copy',
    'Edit photo',
    'Clone',
    'Analytics',
    'Hide',
    'Select',
  ])
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  await waitFor(() => expect(titles()).toEqual(['Mugs']))
  expect(server.requests.at(-1)).toMatchObject({ method: 'PATCH', body: { is_hidden: true } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(titles()).toContain('Oak lamp'))
})

test('a clone appears as its own row (R-167, R-170)', async () => {
  const link = aLink('Linen set')
  const { server } = await open([link])
  const copy = aLink('Linen set')
  server.instead(({ path }) => {
    if (!path.endsWith('/clone/')) return undefined
    server.put(copy)
    return answers.json({ result: copy }, 201)
  })
  fireEvent.contextMenu(screen.getByText('Linen set'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Clone' }))
  await waitFor(() => expect(titles()).toEqual(['Linen set', 'Linen set']))
})

test('a refused action shows a message, and the row stays', async () => {
  const { server } = await open([aLink('Oak lamp')])
  server.instead(refusing(/^PATCH/))
  fireEvent.contextMenu(screen.getByText('Oak lamp'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  expect(await screen.findByText('Couldn’t hide the link. Try again.')).toBeTruthy()
  expect(titles()).toEqual(['Oak lamp'])
})

test('a message says that a link was deleted meanwhile', async () => {
  const { server } = await open([aLink('Oak lamp')])
  server.instead(refusing(/^PATCH/, {}, 404))
  fireEvent.contextMenu(screen.getByText('Oak lamp'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  expect(await screen.findByText('Couldn’t hide the link. The link is gone.')).toBeTruthy()
})

test('a link whose page is being read shows its address and progress, and can be copied (R-217)', async () => {
  await open([aLink('', { meta_extraction_progress: 42, url: 'https://halden.example/pendant' })])
  expect(screen.getByText('halden.example/pendant')).toBeTruthy()
  expect(screen.getByText(/^Getting title and photo, 4[2-9]%$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link to halden.example/pendant' })).toBeTruthy()
})

test('totals count all links, in words (R-635, R-637)', async () => {
  await open([
    aLink('a', { lifetime_clicks: 1200, lifetime_commissions: 10.1 }),
    aLink('b', { lifetime_clicks: 34, lifetime_commissions: 0.2 }),
  ])
  expect(await screen.findByText('$10.30')).toBeTruthy()
  expect(screen.getByText('1,234')).toBeTruthy()
})

test('offline the rows stay, and pages being read show no progress', async () => {
  const { store } = await open([aLink('', { meta_extraction_progress: 30 })])
  store.set(reportProblemEvent, { type: 'offline' })
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy()
})
