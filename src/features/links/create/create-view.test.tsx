import { beforeEach, expect, test, vi } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { closeModals } from '#app/problems/close-modals.ts'
import { reportProblemEvent } from '#app/problems/problems.ts'
import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { readDraft } from '#live/drafts/drafts.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { linksIndex } from '#live/mirror.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, answers, deferred, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { recordFailures } from '#support/window/failures.ts'
import { fireEvent, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'
let asked = false
let clipboard = () => Promise.resolve('')

signInPerTest()
beforeEach(() => {
  clipboard = () => Promise.reject(new Error('denied'))
  asked = false
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(() => {
    asked = true
    return clipboard()
  })
})

const field = () => screen.findByLabelText<HTMLInputElement>('Product or page address')
const create = () => screen.getByRole('button', { name: 'Create link' })

/** Opens the create dialog on an empty page; `links` are the links on the server. */
async function openCreate(links: ShortLink[] = [], path = '/rank?create_split_link=1') {
  const server = linksServer(links)
  await revalidate('links')
  server.requests.length = 0
  const app = await renderWithDialog(<main>Rank</main>, path)
  return { server, input: await field(), ...app }
}

/** Makes the server answer the creation of a link with this one. */
function makes(server: ReturnType<typeof linksServer>, link: ShortLink) {
  server.instead(({ method, path }) => {
    if (method !== 'POST' || path !== '/v2/my/links/') return undefined
    server.put(link)
    return answers.json({ result: link }, 201)
  })
}

const sent = (server: ReturnType<typeof linksServer>) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/my/links/')

test.each([
  ['example.com', 'http://example.com/'],
  ['example.com/a?x=1', 'http://example.com/a/?x=1'],
  ['shop.example/item.html', 'http://shop.example/item.html'],
  [' https://x.example/y ', 'https://x.example/y'],
])('typed %j is sent as %j (R-198)', async (typed, url) => {
  const { server, input } = await openCreate()
  makes(server, aLink('made'))
  await userEvent.type(input, typed)
  await userEvent.click(create())
  const body = { url, ...(!typed.includes('//') && { scheme_added: true }) }
  await waitFor(() => expect(sent(server).map((one) => one.body)).toEqual([body]))
})

test('creating replaces CREATE by SHARE, and closing leaves no parameter (R-165, R-189, R-192, R-195)', async () => {
  const { server, input, history } = await openCreate()
  makes(server, aLink('Oak lamp', { short_code: 'oak', split_url: 'https://split.example/s/oak' }))
  await userEvent.type(input, 'shop.example{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Your link is ready' })
  expect(await within(dialog).findByText('Oak lamp')).toBeTruthy()
  expect(within(dialog).getByTestId('short-url').textContent).toBe('split.example/s/oak')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.location.href).toBe('/rank')
})

test('an address of the clipboard is filled in after half a second, with a note (R-199, R-200, R-629)', async () => {
  clipboard = () => Promise.resolve('https://x.example/z')
  const { input } = await openCreate()
  expect(input.value).toBe('')
  await waitFor(() => expect(input.value).toBe('https://x.example/z'), { timeout: 2000 })
  expect(screen.getByText('Pasted from your clipboard')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(input.value).toBe('')
  expect(screen.queryByText('Pasted from your clipboard')).toBeNull()
})

test('typed text is not replaced by the clipboard (D-17)', async () => {
  const read = deferred<string>()
  clipboard = () => read.promise
  const { input } = await openCreate()
  await waitFor(() => expect(asked).toBe(true), { timeout: 2000 })
  await userEvent.type(input, 'mine.example')
  read.resolve('https://x.example/z')
  await read.promise
  expect(input.value).toBe('mine.example')
})

test('a filled-in address makes way for what the user starts to type (D-17)', async () => {
  const read = deferred<string>()
  clipboard = () => read.promise
  const { input } = await openCreate()
  await userEvent.click(input)
  read.resolve('https://x.example/z')
  await waitFor(() => expect(input.value).toBe('https://x.example/z'), { timeout: 2000 })
  await userEvent.keyboard('mine.example')
  expect(input.value).toBe('mine.example')
})

test('once the user has started to type, the clipboard is not read (D-17)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { input } = await openCreate()
  fireEvent.change(input, { target: { value: 'm' } })
  await vi.advanceTimersByTimeAsync(CLIPBOARD_DELAY_MS)
  expect(asked).toBe(false)
})

test('the first error of a refused address is shown at its field (R-129, R-173)', async () => {
  const { server, input } = await openCreate()
  server.instead(refusing(/^POST/, { errors: { url: ['Not our own links.', 'second'] } }))
  await userEvent.type(input, 'split.example/s/loop{Enter}')
  const message = await screen.findByText('Not our own links.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')).toBe(message.closest('p')?.id)
  expect(input.value).toBe('split.example/s/loop')
  expect(screen.queryByText('second')).toBeNull()
})

test('an empty field is refused before anything is sent', async () => {
  const { server } = await openCreate()
  await userEvent.click(create())
  expect(await screen.findByText('Paste a URL.')).toBeTruthy()
  expect(sent(server)).toEqual([])
})

test('while the server fails, the link waits, and is created once by the same request (R-608, D-75)', async () => {
  const announced = recordFailures()
  const keys: (string | null)[] = []
  const { server, input } = await openCreate()
  server.instead(refusing(/^POST \/v2\/my\/links\/$/, {}, 500))
  const usual = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request) => {
    if (new URL(request.url).pathname === '/v2/my/links/')
      keys.push(request.headers.get('Idempotency-Key'))
    return usual(request)
  })
  await userEvent.type(input, 'shop.example{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Waiting to sync' })).toBeTruthy()
  expect(await screen.findByText(/Then its short link appears here/)).toBeTruthy()
  expect(screen.queryByTestId('short-url')).toBeNull()
  makes(server, aLink('shop.example'))
  await sendNow()
  expect((await screen.findByTestId('short-url')).textContent).toContain('split.example')
  expect(keys.length).toBeGreaterThan(1)
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
  expect(announced).toEqual([])
})

test.each([
  [401, 'New link'],
  [503, 'Waiting to sync'],
])('a %i while creating is handled by the app, not by the form (R-567)', async (status, left) => {
  const announced = recordFailures()
  const { server, input } = await openCreate()
  server.instead(({ method }) => (method === 'POST' ? answers.json({}, status) : undefined))
  await userEvent.type(input, 'shop.example{Enter}')
  await waitFor(() => expect(announced).toEqual([status]))
  expect(await screen.findByRole('dialog', { name: left })).toBeTruthy()
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
})

test('offline, a link waits without a short link and can be discarded (R-608, D-75)', async () => {
  const { server, store } = await openCreate()
  server.instead(() => Promise.reject(new TypeError('Failed to fetch')))
  // A late response would tell the app about the connection.
  await server.quiet()
  store.set(reportProblemEvent, { type: 'offline' })
  store.set(reportProblemEvent, { type: 'use-saved-copy' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  store.set(openView, { name: 'create' })
  await userEvent.type(await field(), 'shop.example{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Waiting to sync' })).toBeTruthy()
  expect(sent(server)).toEqual([])
  expect(linksIndex().ids({})).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(linksIndex().ids({})).toHaveLength(0))
})

test('leaving typed text asks first: Cancel keeps it, OK discards it (R-193, R-194)', async () => {
  const { input, store, history } = await openCreate()
  await userEvent.type(input, 'shop.example')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(QUESTION)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(input.value).toBe('shop.example')

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.location.href).toBe('/rank')

  expect(await readDraft(linksIndex().storage, 'create-link')).toBeNull()
  store.set(openView, { name: 'create' })
  expect((await field()).value).toBe('')
})

test('unchanged text of the clipboard or the opener is discarded without asking (R-193)', async () => {
  const { input } = await openCreate([], '/rank?create_split_link=https%3A%2F%2Fx.example%2Fz')
  expect(input.value).toBe('https://x.example/z')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(QUESTION)).toBeNull()
})

test('a form closed by the app is restored with its text (R-589, D-105)', async () => {
  const { input, store } = await openCreate()
  await userEvent.type(input, 'shop.example/half')
  closeModals()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(QUESTION)).toBeNull()
  store.set(openView, { name: 'create' })
  await waitFor(async () => expect((await field()).value).toBe('shop.example/half'))
})
