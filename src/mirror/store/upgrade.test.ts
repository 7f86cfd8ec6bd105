import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { databaseName, NATIVE_VERSION } from './database.ts'
import { MirrorDb } from './db.ts'
import { openDatabase, openWithTimeout } from './open-database.ts'
import { enqueue } from '../outbox/store.ts'

const ANA = '0000000b-0000-4000-8000-000000000000'
const NAME = databaseName(ANA)

const LAMP = { ...aLink('Lamp'), list: 'links' }
const OLD_LAMP = { ...aLink('Old lamp', { is_hidden: true }), list: 'hiddenLinks' }
const BEDROOM = aCollection('Bedroom')
const LIST = { name: 'links', cursor: 'c7', syncedAt: 1_790_000_000_000, complete: true }
const DRAFT = { name: 'create-link', value: 'example.com/typed', savedAt: 1_790_000_000_000 }

/** Database of an app version that had no outbox, open in another tab. */
let old: Dexie

beforeEach(async () => {
  old = new Dexie(NAME)
  old.version(2).stores({
    links: 'uuid, [list+created_at]',
    collections: 'uuid',
    lists: 'name',
    walkPages: '[list+page]',
    drafts: 'name',
  })
  await old.table('links').bulkPut([LAMP, OLD_LAMP])
  await old.table('collections').put(BEDROOM)
  await old.table('lists').put(LIST)
  await old.table('walkPages').put({ list: 'links', page: 1, uuids: [LAMP.uuid] })
  await old.table('drafts').put(DRAFT)
})

afterEach(async () => {
  vi.useRealTimers()
  old.close()
  await Dexie.delete(NAME)
})

async function expectAllKept() {
  const db = new MirrorDb(NAME)
  expect(await db.links.orderBy('uuid').toArray()).toEqual(
    [LAMP, OLD_LAMP].sort((a, b) => (a.uuid < b.uuid ? -1 : 1)),
  )
  expect(await db.collections.toArray()).toEqual([BEDROOM])
  expect(await db.lists.toArray()).toEqual([LIST])
  expect(await db.walkPages.toArray()).toEqual([{ list: 'links', page: 1, uuids: [LAMP.uuid] }])
  expect(await db.drafts.toArray()).toEqual([DRAFT])
  expect(db.backendDB().version).toBe(NATIVE_VERSION)
  expect(await db.outbox.count()).toBe(0)
  const change = { kind: 'edit-link', link: LAMP.uuid, edit: { name: 'Brass' }, base: {} } as const
  await enqueue(db, { key: 'k', change, title: 'Lamp' })
  expect((await db.outbox.toArray()).map(({ title }) => title)).toEqual(['Lamp'])
  db.close()
}

const doors = { onDeleted: () => undefined, onOutdated: () => undefined }

test('a database of the previous version keeps its data and can store changes (R-600)', async () => {
  old.close()
  expect(await Dexie.exists(NAME)).toBe(true)
  await expectAllKept()
})

test('a tab of the previous version closes the database, and nothing is lost (offline 9, 27)', async () => {
  const storage = await openDatabase(ANA, doors)
  expect(old.isOpen()).toBe(false)
  expect((await storage.rows([LAMP.uuid])).map((row) => row?.name)).toEqual(['Lamp'])
  storage.close()
  await expectAllKept()
})

test('a tab that keeps the database open is not waited for, and all data is there once it closes (offline 9)', async () => {
  // Its page is frozen and does not react to the browser's request.
  old.on('versionchange', () => false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = openWithTimeout(new MirrorDb(NAME)).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await opening).toBe('The database does not open')
  vi.useRealTimers()
  expect(await old.table('drafts').get('create-link')).toEqual(DRAFT)
  old.close()
  await expectAllKept()
})
