import { expect, onTestFinished, test, vi } from 'vitest'
import { readStoredSession, storeSession } from '#http/session-store.ts'
import { SERVER_SURFACES } from '#contract/surfaces.ts'
import { IMAGE_CACHE } from '#mirror/store/caches.ts'
import { cachedAddresses, navigation, startWorker } from './support/fake-worker.ts'

const page = (text: string) =>
  new Response(text, { status: 200, headers: { 'Content-Type': 'text/html' } })

async function withShell() {
  vi.stubGlobal('fetch', async () => page('the shell'))
  const worker = await startWorker(['precache'])
  await worker.dispatch('install')
  await worker.dispatch('activate')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  return worker
}

test.each([
  '/',
  '/splitlinks',
  '/splitlinks?create_split_link=1',
  '/rank?x=1&y=2',
  '/no/such/page',
])(
  'own pages are the cached shell, even if the network never answers: %s (R-597, offline 24)',
  async (path) => {
    const worker = await withShell()
    const response = await worker.fetchThrough(navigation(path)).response
    expect(await response?.text()).toBe('the shell')
  },
)

test.each(SERVER_SURFACES.map((surface) => `/${surface}/x`))(
  'a page of the server is left to it: %s (R-598, offline 23)',
  async (path) => {
    const worker = await withShell()
    expect(worker.fetchThrough(navigation(path)).response).toBeUndefined()
  },
)

test('pages of other origins are not handled', async () => {
  const worker = await withShell()
  const other = navigation('https://other.example/splitlinks')
  expect(worker.fetchThrough(other).response).toBeUndefined()
})

test('lazy chunks are cached before their screen is opened (R-596)', async () => {
  const worker = await withShell()
  const chunk = new Request(new URL('/assets/links-12345678.js', location.origin))
  expect(await (await worker.fetchThrough(chunk).response)?.text()).toBe('the shell')
})

test("an update waits for the user's confirmation (R-612, offline 21)", async () => {
  const worker = await startWorker(['install', 'messages'], { active: {} })
  await worker.dispatch('install')
  await worker.dispatch('activate')
  expect(worker.skipWaiting).not.toHaveBeenCalled()
  expect(worker.claim).not.toHaveBeenCalled()

  await worker.dispatch('message', { data: { type: 'skip-waiting' } })
  expect(worker.skipWaiting).toHaveBeenCalledOnce()
})

test('only the first worker takes over the open page (R-594, offline 22)', async () => {
  const worker = await startWorker(['install'])
  await worker.dispatch('install')
  await worker.dispatch('activate')
  expect(worker.claim).toHaveBeenCalledOnce()
})

test('unknown messages are ignored', async () => {
  const worker = await startWorker(['messages'])
  for (const data of [undefined, 'skip-waiting', { type: 'later' }]) {
    await worker.dispatch('message', { data })
  }
  expect(worker.skipWaiting).not.toHaveBeenCalled()
})

const media = (name: string) => new Request(new URL(`/media/${name}`, location.origin))
const answerWith = (init: ResponseInit, redirected = false) =>
  vi.stubGlobal('fetch', async () => {
    const response = new Response('picture', init)
    Object.defineProperty(response, 'redirected', { value: redirected })
    return response
  })
const picture = { status: 200, headers: { 'Content-Type': 'image/webp' } }

test('a picture that was shown before is available offline (R-614)', async () => {
  const worker = await startWorker(['images'])
  answerWith(picture)
  await worker.fetchThrough(media('a.webp')).ended()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await (await worker.fetchThrough(media('a.webp')).response)?.text()).toBe('picture')
})

test.each([
  ['an error page', { ...picture, status: 404 }, false],
  ['a page instead of a picture', { status: 200, headers: { 'Content-Type': 'text/html' } }, false],
  ['a redirect', picture, true],
])('%s is not cached as a picture (offline 6, 32)', async (_what, init, redirected) => {
  const worker = await startWorker(['images'])
  answerWith(init, redirected)
  await worker.fetchThrough(media('a.webp')).ended()
  expect(await cachedAddresses()).toEqual([])
})

test('pictures of other hosts are not handled (offline 6)', async () => {
  const worker = await startWorker(['images'])
  const foreign = new Request('https://cdn.example/media/a.webp')
  expect(worker.fetchThrough(foreign).response).toBeUndefined()
})

/** Returns a request like the one an <img> element sends. */
const shown = (url: string) => new Request(url, { mode: 'no-cors' })

test('pictures of an API on another host are requested with CORS and cached by URL (R-134, R-614)', async () => {
  vi.stubEnv('VITE_ENDPOINT_ROOT', 'https://api.example/base')
  onTestFinished(() => void vi.unstubAllEnvs())
  const worker = await startWorker(['images'])
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request)
    return new Response('picture', picture)
  })
  const seen = 'https://api.example/base/media/a.webp'
  await worker.fetchThrough(shown(seen)).ended()
  expect(asked.map(({ url, mode, credentials }) => [url, mode, credentials])).toEqual([
    [seen, 'cors', 'omit'],
  ])
  expect(await cachedAddresses()).toEqual([seen])
  for (const foreign of ['https://api.example/media/a.webp', 'https://api.example.evil/media/a'])
    expect(worker.fetchThrough(shown(foreign)).response).toBeUndefined()
})

test('at most 60 pictures are cached (offline 6)', async () => {
  const worker = await startWorker(['images'])
  answerWith(picture)
  for (let i = 0; i < 80; i += 1) await worker.fetchThrough(media(`${i}.webp`)).ended()
  await vi.waitFor(async () => expect((await cachedAddresses()).length).toBeLessThanOrEqual(60))
  expect(await cachedAddresses()).toContain(`${location.origin}/media/79.webp`)
})

test('a sign-out deletes the user and all pictures (R-107)', async () => {
  await storeSession({ token: 't', jwt: null, fingerprint: null, uuid: null })
  const worker = await startWorker(['images', 'messages'])
  answerWith(picture)
  await worker.fetchThrough(media('a.webp')).ended()
  await worker.dispatch('message', { data: { type: 'forget' } })
  expect(await readStoredSession()).toBeNull()
  expect(await caches.keys()).not.toContain(IMAGE_CACHE)
})
