import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStoredSession, SESSION_DATABASE, storeSession } from '#http/session-store.ts'
import { fakeLocks } from '#support/window/fake-locks.ts'
import { comeBack, leavePage } from '#support/window/leave-page.ts'
import { aLink, deferred } from '#support/window/links-server.ts'
import { runExclusively } from '../outbox/lock.ts'
import { enqueue } from '../outbox/store.ts'
import { closeStorage, storageFor } from './current.ts'
import { databaseName } from './database.ts'
import { MirrorDb } from './db.ts'
import { openExisting } from './open-existing.ts'
import { mirrorHealth } from './storage-health.ts'
import type { MirrorStorage } from './storage.ts'

const ANA = '0000000a-0000-4000-8000-000000000000'
const NAME = databaseName(ANA)
const LAMP = aLink('Lamp')
const CHANGE = { kind: 'edit-link', link: LAMP.uuid, edit: { name: 'Brass' }, base: {} } as const

let storage: MirrorStorage
let db: MirrorDb
/** Connection of another page. */
let other: IDBDatabase

beforeEach(async () => {
  storage = storageFor(ANA)
  await storage.list('links')
  db = new MirrorDb(NAME)
  await db.open()
  other = await opened(NAME)
})

afterEach(async () => {
  comeBack()
  closeStorage()
  db.close()
  other.close()
  await Dexie.delete(NAME)
})

const opened = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name)
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('refused')))
  })

/** Returns the rows that the other page finds. */
const rows = (store: string, from = other) =>
  new Promise<unknown[]>((resolve, reject) => {
    const asked = from.transaction(store).objectStore(store).getAll()
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('refused')))
  })

/**
 * Blocks the stores with a transaction of the other page, so that transactions of this page wait.
 * Returns a function that ends it.
 */
function holdUp(stores: string[], from = other): () => Promise<void> {
  let isHeld = true
  const transaction = from.transaction(stores, 'readwrite')
  const again = () => {
    const asked = transaction.objectStore(stores[0] ?? '').count()
    asked.addEventListener('success', () => isHeld && again())
  }
  again()
  return () => {
    isHeld = false
    return new Promise((resolve) => transaction.addEventListener('complete', () => resolve()))
  }
}

/** Waits until all started work has reached the database. */
const begun = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a page in the back/forward cache does not block others and writes when it is shown again (offline 36)', async () => {
  const letGo = holdUp(['links'])
  const saving = storage.save([LAMP])
  await begun()
  leavePage()
  await letGo()
  expect(await rows('links')).toHaveLength(0)
  comeBack()
  await saving
  expect(await rows('links')).toHaveLength(1)
  expect((await storage.rows([LAMP.uuid]))[0]?.name).toBe('Lamp')
})

test('database calls in the back/forward cache are made when the page is shown again (offline 36)', async () => {
  leavePage()
  const writing = storage.putDraft('create', { url: 'typed' })
  await begun()
  expect(await rows('drafts')).toHaveLength(0)
  comeBack()
  await writing
  expect(await storage.draft('create')).toEqual({ url: 'typed' })
})

test('repeated visits to the back/forward cache do not count as database failures', async () => {
  for (let times = 0; times < 3; times += 1) {
    const letGo = holdUp(['drafts'])
    const writing = storage.putDraft('create', times)
    await begun()
    leavePage()
    await letGo()
    comeBack()
    await writing
  }
  expect(await storage.draft('create')).toBe(2)
  expect([storage.kind, mirrorHealth()]).toEqual(['database', 'ok'])
})

test('a change that is being stored when the page is left is stored once (offline 36)', async () => {
  const letGo = holdUp(['outbox', 'outboxNotes'])
  const noted = vi.fn<(seq: number) => void>()
  const writing = enqueue(db, { key: 'k', change: CHANGE, title: 'Lamp' }).then(noted)
  await begun()
  leavePage()
  await letGo()
  await begun()
  expect(noted).not.toHaveBeenCalled()
  comeBack()
  await writing
  expect(await rows('outbox')).toHaveLength(1)
})

test('the worker gets the signed-in user when the page is shown again', async () => {
  const session = { token: 't', jwt: null, fingerprint: null, uuid: ANA }
  const before = { ...session, token: 'before' }
  await storeSession(before)
  const page = await opened(SESSION_DATABASE)
  const letGo = holdUp(['session'], page)
  const storing = storeSession(session)
  await begun()
  leavePage()
  await letGo()
  expect(await rows('session', page)).toEqual([before])
  comeBack()
  await storing
  page.close()
  expect(await readStoredSession()).toEqual(session)
})

test('a page that is left releases the lock, and a waiting one is skipped (offline 36)', async () => {
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
  const over = deferred<void>()
  const [first, second] = [
    runExclusively(db, () => over.promise),
    runExclusively(db, async () => 'too late'),
  ]
  leavePage()
  await expect(first).rejects.toThrow('The page was left')
  await expect(second).rejects.toThrow('Aborted')
  expect(await runExclusively(db, async () => 'its turn')).toBe('its turn')
  Reflect.deleteProperty(navigator, 'locks')
})

test('a page that is left closes a database that it only read (offline 36)', async () => {
  const early = await openExisting(NAME)
  leavePage()
  expect(() => early.transaction('links')).toThrow(
    expect.objectContaining({ name: 'InvalidStateError' }),
  )
})
