import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStoredSession } from '#http/session-store.ts'
import { clearSession, readSession, shareSession } from './session.ts'
import { aLink, linksServer, signInAs } from '#support/window/links-server.ts'
import { IMAGE_CACHE } from '#mirror/store/caches.ts'
import { storageFor } from '#mirror/store/current.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { openMirror } from './mirror.ts'
import { refreshing } from './sync/refreshing.ts'
import { revalidate } from './sync/revalidate.ts'
import { comeBack, leavePage } from '#support/window/leave-page.ts'
import { onSignOut } from './sign-out-channel.ts'
import { dropUserData, wipeAll } from './wipe.ts'

let ana = ''
beforeEach(() => {
  ana = signInAs('ana')
})
afterEach(async () => {
  await wipeAll()
})

async function storeDataOfAna() {
  linksServer([aLink('of Ana')])
  openMirror()
  await shareSession()
  await revalidate('links')
  await storageFor(ana).putDraft('create', { url: 'typed' })
  document.cookie = 'ui_menu_collapsed=1; Path=/'
}

test('a sign-out leaves no session, rows, drafts or pictures, also offline (R-107, R-604)', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => [IMAGE_CACHE, 'workbox-precache-v2'],
    delete: async (name: string) => deleted.push(name) > 0,
  })
  await storeDataOfAna()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })

  await wipeAll()

  expect(readSession()).toBeNull()
  expect(document.cookie).toBe('')
  expect(await readStoredSession()).toBeNull()
  expect(await Dexie.getDatabaseNames()).not.toContain(databaseName(ana))
  expect(deleted).toEqual([IMAGE_CACHE])
})

test('cookies of others stay after a sign-out (D-12)', async () => {
  document.cookie = 'unsupported_ok=1; Path=/'
  await storeDataOfAna()
  await wipeAll()
  expect(document.cookie).toBe('unsupported_ok=1')
  document.cookie = 'unsupported_ok=; Path=/; Max-Age=0'
})

test('the next user finds no data of the previous one (R-604)', async () => {
  await storeDataOfAna()
  await wipeAll()
  const ben = signInAs('ben')
  linksServer()
  const index = openMirror()
  await index.started
  expect(index.ids({})).toBeUndefined()
  expect(refreshing('links').checkedAt).toBeNull()
  expect(await storageFor(ben).draft('create')).toBeUndefined()
})

test('a connection that does not close delays the deletion, but the rows are gone (R-107)', async () => {
  await storeDataOfAna()
  const stubborn = new MirrorDb(databaseName(ana))
  await stubborn.open()
  // A tab that ignores the request to close. Its listener only records the request.
  stubborn.on('versionchange').unsubscribe(Dexie.prototype.close)
  const native = stubborn.backendDB()
  native.onversionchange = () => {}
  await wipeAll()
  expect(await stubborn.links.count()).toBe(0)
  expect(await stubborn.drafts.count()).toBe(0)
  stubborn.close()
}, 15_000)

test('if drafts are to be kept, a database that cannot be emptied in time is kept with them (D-105)', async () => {
  await storeDataOfAna()
  const busy = new MirrorDb(databaseName(ana))
  const done = new AbortController()
  const writing = busy.transaction('rw', busy.drafts, async () => {
    while (!done.signal.aborted) await busy.drafts.count()
  })
  await wipeAll({ keepDraftsOf: ana })
  done.abort()
  await writing
  busy.close()

  expect(await storageFor(ana).draft('create')).toEqual({ url: 'typed' })
}, 15_000)

test('a tab whose user was signed out in another one drops their data (R-107)', async () => {
  await storeDataOfAna()
  await dropUserData()
  expect(refreshing('links').checkedAt).toBeNull()
  // The database is not kept open, so the other tab can delete it.
  let heldUp = false
  const request = indexedDB.deleteDatabase(databaseName(ana))
  request.addEventListener('blocked', () => (heldUp = true))
  await new Promise((resolve) => request.addEventListener('success', resolve))
  expect(heldUp).toBe(false)
})

test('a database that one tab opens while another deletes it is not left behind (R-107)', async () => {
  await storeDataOfAna()
  await clearSession()
  await Dexie.delete(databaseName(ana))
  const late = new MirrorDb(databaseName(ana))
  await late.open()
  await dropUserData()
  expect(await Dexie.getDatabaseNames()).not.toContain(databaseName(ana))
})

test('a user who signed in again meanwhile keeps their rows', async () => {
  await storeDataOfAna()
  await dropUserData()
  expect(await new MirrorDb(databaseName(ana)).links.count()).toBe(1)
})

test('other tabs are notified, this one is not', async () => {
  await storeDataOfAna()
  const heard: unknown[] = []
  const otherTab = new BroadcastChannel('split-session')
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  const told = vi.fn<() => void>()
  const stop = onSignOut(told)

  await wipeAll()
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(told).not.toHaveBeenCalled()

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  otherTab.postMessage('another tab')
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  otherTab.close()
  stop()
})

const shortPause = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a page restored by Back after a sign-out is notified, and shows no data (R-107, offline 37)', async () => {
  const storage = storageFor(ana)
  await storage.list('links')
  const told = vi.fn<() => void>()
  const stop = onSignOut(told)
  leavePage()
  comeBack()
  expect(told).not.toHaveBeenCalled()
  leavePage()
  void storage.putDraft('create', { url: 'typed' })
  await shortPause()
  document.cookie = 'token=; Path=/; Max-Age=0'
  comeBack()
  expect(told).toHaveBeenCalledOnce()
  // The draft would be written again after the sign-out.
  await shortPause()
  expect(await new MirrorDb(databaseName(ana)).drafts.count()).toBe(0)
  stop()
})
