import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetStoredSession, storeSession } from '#http/session-store.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { databaseName } from '#mirror/store/database.ts'
import type { Change } from '#mirror/outbox/entries.ts'
import { aLink, answers, deferred, linksServer } from '#support/window/links-server.ts'
import { cachedAddresses, startWorker } from './support/fake-worker.ts'

const uuid = '00000061-0000-4000-8000-000000000000'
const session = { token: 'token-of-ana', jwt: null, fingerprint: null, uuid }
const call = (method: string, path: string, body?: object, token = session.token) =>
  new Request(new URL(path, location.origin), {
    method,
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
const search = (body: object = { page: 1 }) => call('POST', '/v2/my/links/search/', body)

/** Returns the names of the links in the mirror, read by a newly started worker. */
const mirrored = async () => {
  const { storageFor } = await import('#mirror/store/current.ts')
  const storage = storageFor(uuid)
  return (await storage.rows(await storage.keys('links'))).map((row) => row?.name)
}

beforeEach(() => storeSession(session))
afterEach(async () => {
  const { closeStorage } = await import('#mirror/store/current.ts')
  closeStorage()
  await Dexie.delete(databaseName(uuid))
  vi.useRealTimers()
})

test('a search fills the mirror and notifies the page (R-599)', async () => {
  linksServer([aLink('old'), aLink('new')])
  const worker = await startWorker(['api'])
  const response = await worker.fetchThrough(search()).response
  expect(response?.headers.get(MIRRORED_HEADER)).toBe('1')
  expect(await response?.json()).toMatchObject({ count: 2 })
  expect(await mirrored()).toEqual(['new', 'old'])
})

test('detail, create, edit, clone and bulk tags fill it too (R-599)', async () => {
  const [one, made, copy] = [aLink('one'), aLink('made'), aLink('copy')]
  const server = linksServer([one])
  server.instead(({ method, path }) => {
    if (method === 'POST')
      return answers.json({ result: path.includes('clone') ? copy : made }, 201)
    if (path === '/v2/my/links/')
      return answers.json({ results: [{ uuid: one.uuid, tags: ['x'] }] })
    return undefined
  })
  const worker = await startWorker(['api'])
  const path = `/v2/my/links/${one.uuid}/`
  await worker.fetchThrough(call('GET', path)).response
  expect(await mirrored()).toEqual(['one'])
  await worker.fetchThrough(call('PATCH', path, { name: 'edited' })).response
  await worker.fetchThrough(call('POST', '/v2/my/links/', { url: 'a' })).response
  await worker.fetchThrough(call('POST', `${path}clone/`)).response
  expect(await mirrored()).toEqual(['copy', 'made', 'edited'])
  await worker.fetchThrough(call('PATCH', '/v2/my/links/', { tags: ['x'] })).response
  const { storageFor } = await import('#mirror/store/current.ts')
  expect(await storageFor(uuid).rows([one.uuid])).toMatchObject([{ name: 'edited', tags: ['x'] }])
})

test.each([
  ['POST', '/v1/connect/token'],
  ['POST', '/v1/logout'],
  ['GET', '/v1/users/me'],
  ['GET', '/v2/my/links/next_short_code/'],
  ['GET', '/v2/my/links/domains/'],
  ['POST', '/v1/uploader/upload/link_preview/'],
])('the worker does not handle %s %s (D-71)', async (method, path) => {
  const worker = await startWorker(['api'])
  expect(worker.fetchThrough(call(method, path)).response).toBeUndefined()
})

test('responses to signed-in users are not cached (offline 14)', async () => {
  linksServer([aLink('a')])
  const worker = await startWorker(['api'])
  await worker.fetchThrough(search()).response
  expect(await cachedAddresses()).toEqual([])
})

test('a response for another token reaches its page but not the mirror (offline 26)', async () => {
  linksServer([aLink('of Ben')])
  const worker = await startWorker(['api'])
  const response = await worker.fetchThrough(
    call('POST', '/v2/my/links/search/', { page: 1 }, 'token-of-ben'),
  ).response
  expect(response?.headers.has(MIRRORED_HEADER)).toBe(false)
  expect(await mirrored()).toEqual([])
})

test('a response after the sign-out is not stored (R-604)', async () => {
  const server = linksServer()
  const slow = deferred<Response>()
  server.instead(() => slow.promise)
  const worker = await startWorker(['api', 'messages'])
  const { response } = worker.fetchThrough(search())
  await worker.dispatch('message', { data: { type: 'forget' } })
  slow.resolve(answers.json({ results: [aLink('late')], next: null, count: 1, cursor: '1' }))
  await response
  expect(await mirrored()).toEqual([])
})

test.each([
  ['ran out', forgetStoredSession],
  ['was renewed', () => storeSession({ ...session, token: 'next-token-of-ana' })],
])(
  'waiting changes stay when the session %s while a response is written (D-75, D-105)',
  async (_, happens) => {
    const worker = await startWorker(['api'])
    const { MirrorDb } = await import('#mirror/store/db.ts')
    const { enqueue } = await import('#mirror/outbox/store.ts')
    const waiting = async () => {
      const db = new MirrorDb(databaseName(uuid))
      const count = await db.outbox.count()
      db.close()
      return count
    }
    const db = new MirrorDb(databaseName(uuid))
    const change: Change = { kind: 'tag-links', links: ['a'], tags: ['x'], mode: 'add' }
    await enqueue(db, { key: 'key', change, title: 'a' })
    db.close()
    linksServer().instead(() => read(aLink('a'), happens))
    await worker.fetchThrough(search()).response
    expect(await waiting()).toBe(1)
  },
)

/**
 * Returns a response with one link. `happens` runs when its body is read, after the worker has
 * chosen the owner and before it writes.
 */
function read(link: ShortLink, happens: () => Promise<void>): Response {
  const page = JSON.stringify({ results: [link], next: null, count: 1, cursor: '1' })
  const body = new ReadableStream(
    {
      async pull(controller) {
        await happens()
        controller.enqueue(new TextEncoder().encode(page))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

test('the worker and the page write the same rows (D-71)', async () => {
  const links = [aLink('a', { tags: ['x'] }), aLink('b', { lifetime_clicks: 3 })]
  linksServer(links)
  const worker = await startWorker(['api'])
  await worker.fetchThrough(search()).response
  const { storageFor, dropMirror } = await import('#mirror/store/current.ts')
  const keys = links.map((link) => link.uuid)
  const byWorker = await storageFor(uuid).rows(keys)
  await dropMirror(uuid)

  const { setSessionSource } = await import('#http/credentials.ts')
  setSessionSource(() => session)
  document.cookie = 'token=token-of-ana; Path=/'
  const { openMirror } = await import('#live/mirror.ts')
  const { searchLinks } = await import('#api/links.ts')
  openMirror()
  setSessionSource(() => session)
  await searchLinks({ page: 1 })
  document.cookie = 'token=; Path=/; Max-Age=0'
  expect(await storageFor(uuid).rows(keys)).toEqual(byWorker)
})

test('one failed call is not reported, a second failed attempt is (R-605, offline 25)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const worker = await startWorker(['api'])
  let isUp = false
  vi.stubGlobal('fetch', async () => {
    if (isUp) return answers.json({})
    throw new TypeError('Failed to fetch')
  })
  const gap = worker.fetchThrough(search())
  await expect(gap.response).rejects.toThrow('Failed to fetch')
  isUp = true
  await vi.advanceTimersByTimeAsync(3000)
  await gap.ended()
  expect(worker.posted).not.toContainEqual({ type: 'offline' })

  isUp = false
  const lost = worker.fetchThrough(search())
  await expect(lost.response).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(3000)
  await lost.ended()
  expect(worker.posted.at(-1)).toEqual({ type: 'offline' })

  isUp = true
  await worker.fetchThrough(search()).response
  expect(worker.posted.at(-1)).toEqual({ type: 'online' })
})

test('a page of a captive portal counts as a failed call and is not stored (offline 11)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const worker = await startWorker(['api'])
  vi.stubGlobal('fetch', async () => answers.captivePortal())
  const portal = worker.fetchThrough(search())
  expect((await portal.response)?.headers.has(MIRRORED_HEADER)).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  await portal.ended()
  expect(worker.posted).toEqual([{ type: 'offline' }])
})

test('a call cancelled by the page does not change the connection state (R-125)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const worker = await startWorker(['api'])
  vi.stubGlobal('fetch', async () => {
    throw new DOMException('Aborted', 'AbortError')
  })
  const taken = search()
  Object.defineProperty(taken, 'signal', { value: { aborted: true } })
  const call = worker.fetchThrough(taken)
  await expect(call.response).rejects.toThrow('Aborted')
  await vi.advanceTimersByTimeAsync(10_000)
  await call.ended()
  expect(worker.posted).toEqual([])
})

test('a 503 of an edit tells every page when to retry, a 503 of a read does not (R-606)', async () => {
  const link = aLink('a')
  linksServer().instead(() => answers.json({ retry_after: 120, detail: 'Back at noon.' }, 503))
  const worker = await startWorker(['api'])
  const said = () => worker.posted.filter(({ type }) => type === 'unavailable')

  const read = worker.fetchThrough(search())
  expect((await read.response)?.status).toBe(503)
  await read.ended()
  expect(said()).toEqual([])

  const edit = worker.fetchThrough(call('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'b' }))
  expect(await (await edit.response)?.json()).toMatchObject({ retry_after: 120 })
  await edit.ended()
  expect(said()).toEqual([{ type: 'unavailable', retry_after: 120, detail: 'Back at noon.' }])
  expect(await cachedAddresses()).toEqual([])
})

test('without a body the time comes from the header (R-606)', async () => {
  linksServer().instead(() => answers.json({}, 503, { 'Retry-After': '90' }))
  const worker = await startWorker(['api'])
  const create = worker.fetchThrough(call('POST', '/v2/my/links/', { url: 'a' }))
  await create.ended()
  expect(worker.posted).toContainEqual({ type: 'unavailable', retry_after: '90', detail: null })
})

test('a worker without a signed-in user stores nothing', async () => {
  await forgetStoredSession()
  linksServer([aLink('a')])
  const worker = await startWorker(['api'])
  const response = await worker.fetchThrough(search()).response
  expect(response?.headers.has(MIRRORED_HEADER)).toBe(false)
  expect(await mirrored()).toEqual([])
})
