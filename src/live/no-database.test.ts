import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLink, linksServer, signInAs } from '#support/window/links-server.ts'
import { IMAGE_CACHE } from '#mirror/store/caches.ts'
import { storageFor } from '#mirror/store/current.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { mirrorHealth } from '#mirror/store/storage-health.ts'
import { closeMirror, openMirror } from './mirror.ts'
import { refreshing } from './sync/refreshing.ts'
import { revalidate } from './sync/revalidate.ts'
import { wipeAll } from './wipe.ts'

let ana = ''
beforeEach(() => {
  ana = signInAs('ana')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await wipeAll()
})

const shown = () => openMirror().ids({})?.length
const failing = (name: string) => (): never => {
  throw Object.assign(new Error(name), { name })
}

test('without IndexedDB the list is loaded from the network (offline 10)', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(failing('UnknownError'))
  linksServer([aLink('a'), aLink('b')])
  openMirror()
  await revalidate('links')
  await vi.waitFor(() => expect(shown()).toBe(2))
  expect(mirrorHealth()).toBe('memory')
  expect(refreshing('links').error).toBeNull()
})

test('a session without a user id shows its links', async () => {
  document.cookie = 'jwt_token=rubbish; Path=/'
  linksServer([aLink('a')])
  openMirror()
  await revalidate('links')
  await vi.waitFor(() => expect(shown()).toBe(1))
})

test('an old tab that blocks the new version: rows of the network within seconds (offline 9)', async () => {
  vi.spyOn(MirrorDb.prototype, 'open').mockReturnValue(
    new Promise(() => {}) as ReturnType<MirrorDb['open']>,
  )
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  linksServer([aLink('a')])
  openMirror()
  const fresh = revalidate('links')
  await vi.advanceTimersByTimeAsync(2100)
  vi.useRealTimers()
  await fresh
  await vi.waitFor(() => expect(shown()).toBe(1))
  expect(mirrorHealth()).toBe('memory')
})

/** Makes the next `failures` transactions fail, as WebKit does after it dropped the database. */
function mockFailingDatabase() {
  const state = { failures: 0 }
  // oxlint-disable-next-line typescript/unbound-method -- it is given its `this` below
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    if (state.failures === 0) return transaction.apply(this, args)
    state.failures -= 1
    return failing('UnknownError')()
  })
  return state
}

test('a lost database connection is reopened once, then given up (offline 10)', async () => {
  const state = mockFailingDatabase()
  linksServer([aLink('a')])
  openMirror()
  await revalidate('links')
  await vi.waitFor(() => expect(shown()).toBe(1))

  state.failures = 1
  expect(await storageFor(ana).keys('links')).toHaveLength(1)
  expect(state.failures).toBe(0)
  expect(mirrorHealth()).toBe('ok')

  state.failures = Infinity
  expect(await storageFor(ana).keys('links')).toEqual([])
  expect(mirrorHealth()).toBe('memory')
  expect(shown()).toBe(1)
  await revalidate('links')
  expect(await storageFor(ana).keys('links')).toHaveLength(1)
})

test('a full disk: pictures are deleted first, then the list continues in memory, with one message (offline 7)', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => [],
    delete: async (name: string) => deleted.push(name) > 0,
  })
  linksServer([aLink('a'), aLink('b')])
  openMirror()
  await storageFor(ana).keys('links')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(failing('QuotaExceededError'))
  await revalidate('links')
  expect(deleted).toEqual([IMAGE_CACHE])
  expect(mirrorHealth()).toBe('full')
  expect(refreshing('links').error).toBeNull()
  await vi.waitFor(() => expect(shown()).toBe(2))
})

test('a newer version in another tab: this one closes the database, asks to reload and writes nothing (offline 27)', async () => {
  linksServer([aLink('a')])
  openMirror()
  await revalidate('links')
  await vi.waitFor(() => expect(shown()).toBe(1))

  const newer = indexedDB.open(databaseName(ana), 1000)
  await new Promise((resolve, reject) => {
    newer.addEventListener('success', resolve)
    newer.addEventListener('blocked', reject)
  })
  const written = vi.spyOn(IDBObjectStore.prototype, 'put')
  expect(mirrorHealth()).toBe('outdated')
  await storageFor(ana).save([aLink('later')])
  expect(written).not.toHaveBeenCalled()
  expect(shown()).toBe(1)
  newer.result.close()
})

test('after the browser deleted the data, the next visit makes one whole import without duplicates (offline 8)', async () => {
  const server = linksServer([aLink('a'), aLink('b')])
  await revalidate('links')
  closeMirror()
  indexedDB.deleteDatabase(databaseName(ana))
  server.requests.length = 0
  await revalidate('links')
  expect(server.requests.map(({ body }) => body['page'])).toEqual([1])
  expect(await storageFor(ana).keys('links')).toHaveLength(2)
})
