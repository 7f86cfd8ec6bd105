import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { requestEarly } from '#http/early-request.ts'
import { setEndpointRoot } from '#http/endpoint.ts'
import { aLink, linksServer, signInAs } from '#support/window/links-server.ts'
import { databaseName, NATIVE_VERSION } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { openExisting } from '#mirror/store/open-existing.ts'
import { comeBack, leavePage } from '#support/window/leave-page.ts'
import { openEarly } from './opened-early.ts'
import { readAndClose, readFirstRows } from './first-rows.ts'
import { readAhead, takeRowsReadAhead } from './read-ahead.ts'
import { delayForFirstScreen } from './first-screen.ts'
import { keepFresh } from '../sync/keep-fresh.ts'
import { closeMirror, hasFirstRows, openMirror } from '../mirror.ts'
import { refreshing } from '../sync/refreshing.ts'
import { revalidate } from '../sync/revalidate.ts'
import { wipeAll } from '../wipe.ts'

let ana = ''
beforeEach(() => {
  ana = signInAs('ana')
  // Fake timers, so that a slow machine does not exceed the read timeout.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(async () => {
  setEndpointRoot('')
  closeMirror()
  vi.useRealTimers()
  delayForFirstScreen(Promise.resolve())
  vi.restoreAllMocks()
  await wipeAll()
})

/** Simulates a finished first visit, so that the test is the second one. */
async function visitOnce(count: number) {
  const links = Array.from({ length: count }, (_, index) => aLink(`Link ${index}`))
  const server = linksServer(links)
  vi.useRealTimers()
  await openMirror().started
  await revalidate('links')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  closeMirror()
  server.requests.length = 0
  return { server, newestFirst: links.map(({ uuid }) => uuid).reverse() }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function waitUntil(condition: () => boolean) {
  while (!condition()) await nextTurn()
}

const EARLY = JSON.stringify({ page: 1, page_size: FIRST_PAGE_SIZE })

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

test('a second visit shows rows before the database library is loaded', async () => {
  const { newestFirst } = await visitOnce(50)
  const opening = vi.spyOn(MirrorDb.prototype, 'open')
  delayForFirstScreen(new Promise(() => {}))
  const index = openMirror()
  await waitUntil(() => index.ids({})?.length === 50)
  expect(index.ids({})).toEqual(newestFirst)
  expect(index.rows.get(newestFirst[0] ?? '')?.name).toBe('Link 49')
  expect(index.list('links')?.count).toBe(50)
  expect(await hasFirstRows()).toBe(true)
  expect(opening).not.toHaveBeenCalled()
})

test('the server is asked once the first screen is shown, and news are shown then', async () => {
  const { server } = await visitOnce(3)
  const screen = new EventTarget()
  delayForFirstScreen(new Promise((resolve) => screen.addEventListener('drawn', resolve)))
  const index = openMirror()
  const stop = keepFresh('links')
  await waitUntil(() => index.ids({})?.length === 3)
  expect(server.requests).toEqual([])
  vi.useRealTimers()
  server.put(aLink('New elsewhere'))
  screen.dispatchEvent(new Event('drawn'))
  await vi.waitFor(() => expect(index.ids({})).toHaveLength(4))
  await vi.waitFor(() => expect(refreshing('links').running).toBe(false))
  stop()
})

test('a first visit does not wait, and the reader creates no database', async () => {
  expect(await readFirstRows(ana)).toBeNull()
  expect(await databases()).not.toContain(databaseName(ana))
  openMirror()
  expect(await hasFirstRows()).toBe(false)
})

test('a first visit shows the early requested rows before they are stored, and keeps them', async () => {
  const links = Array.from({ length: 30 }, (_, index) => aLink(`Link ${index}`))
  const server = linksServer(links)
  const screen = new EventTarget()
  delayForFirstScreen(new Promise((resolve) => screen.addEventListener('drawn', resolve)))
  const opening = vi.spyOn(MirrorDb.prototype, 'open')
  signInAs('bea')
  setEndpointRoot(location.origin)
  requestEarly(document.cookie, async () => false)
  const index = openMirror()
  const stop = keepFresh('links')
  await waitUntil(() => index.ids({})?.length === FIRST_PAGE_SIZE)
  expect(await hasFirstRows()).toBe(true)
  expect(index.rows.get(links.at(-1)?.uuid ?? '')?.name).toBe('Link 29')
  expect(index.list('links')).toMatchObject({ count: 30, syncedAt: null })
  expect(opening).not.toHaveBeenCalled()

  const lengths: (number | undefined)[] = []
  index.subscribe(() => lengths.push(index.ids({})?.length))
  vi.useRealTimers()
  screen.dispatchEvent(new Event('drawn'))
  await vi.waitFor(() => expect(index.ids({})).toHaveLength(30))
  expect(lengths.filter((length = 0) => length < FIRST_PAGE_SIZE)).toEqual([])
  expect(server.requests.filter(({ body }) => JSON.stringify(body) === EARLY)).toHaveLength(1)
  await vi.waitFor(() => expect(refreshing('links').running).toBe(false))
  stop()
})

test('an unreadable early answer is handled by the import', async () => {
  linksServer([aLink('Lamp')]).instead(() => new Response('<p>', { status: 200 }))
  signInAs('cleo')
  setEndpointRoot(location.origin)
  requestEarly(document.cookie, async () => false)
  openMirror()
  expect(await hasFirstRows()).toBe(false)
})

test('a user without links does not wait for rows either', async () => {
  await visitOnce(0)
  openMirror()
  expect(await hasFirstRows()).toBe(false)
})

test('a database of another version is left to the storage (offline 27)', async () => {
  const newer = indexedDB.open(databaseName(ana), NATIVE_VERSION + 10)
  await new Promise((resolve) => (newer.onsuccess = resolve))
  newer.result.close()
  expect(await readFirstRows(ana)).toBeNull()
})

test('a browser without storage has nothing to read in advance', async () => {
  vi.stubGlobal('indexedDB', undefined)
  openEarly(ana)
  readAhead()
  expect(await takeRowsReadAhead(ana)).toBeNull()
})

test('rows read in advance are used once, by their user', async () => {
  await visitOnce(3)
  openEarly(ana)
  readAhead()
  expect((await takeRowsReadAhead(ana))?.rows).toHaveLength(3)
  readAhead()
  expect(takeRowsReadAhead(ana)).toBeUndefined()
  openEarly(ana)
  readAhead()
  expect(takeRowsReadAhead(signInAs('bea'))).toBeUndefined()
})

test('if the page opened the database and the app did not start, a sign-out is not delayed', async () => {
  await visitOnce(3)
  openEarly(ana)
  await wipeAll()
  expect(await databases()).not.toContain(databaseName(ana))
  readAhead()
  expect(await takeRowsReadAhead(ana)).toBeNull()
})

test('reading in advance does not delay a sign-out', async () => {
  await visitOnce(3)
  const reading = readFirstRows(ana)
  await wipeAll()
  await reading
  expect(await databases()).not.toContain(databaseName(ana))
})

test('a page that is left while it reads gives up, and a later one reads again (offline 36)', async () => {
  await visitOnce(3)
  const db = await openExisting(databaseName(ana))
  const reading = readAndClose(db)
  leavePage()
  await expect(reading).rejects.toThrow('aborted')
  comeBack()
  vi.advanceTimersByTime(1)
  expect((await readFirstRows(ana))?.rows).toHaveLength(3)
})
