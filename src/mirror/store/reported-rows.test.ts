import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { saveLinks } from '../write-response/write-links.ts'
import { databaseName } from './database.ts'
import { MirrorDb } from './db.ts'
import { DexieStorage } from './dexie-storage.ts'
import type { Change } from './storage.ts'

const NAME = databaseName('0000000c-0000-4000-8000-000000000000')
const COUNT = 120
const LINKS = Array.from({ length: COUNT }, (_, number) => aLink(`Lamp ${number}`))
const UUIDS = LINKS.map(({ uuid }) => uuid).toSorted()

let storage: DexieStorage
let changes: Change[]

beforeEach(async () => {
  const db = new MirrorDb(NAME)
  await db.open()
  storage = new DexieStorage(db)
  changes = []
  storage.onChange((change) => changes.push(change))
})

afterEach(async () => {
  storage.close()
  await Dexie.delete(NAME)
})

/** Returns the reported ids, or 'all' if a report names no ids. */
function reported(of: 'links' | 'collections') {
  const rows = changes.map((change) => change[of])
  return rows.includes('all') ? 'all' : [...new Set(rows.flat())].toSorted()
}

test('a page of many links is reported by its ids, so that no reader reads all links again', async () => {
  await storage.save(LINKS)
  await vi.waitFor(() => expect(reported('links')).toEqual(UUIDS))
})

test('an answer with many links is reported by their ids', async () => {
  await saveLinks(storage, { count: COUNT, next: null, results: LINKS })
  await vi.waitFor(() => expect(reported('links')).toEqual(UUIDS))
  expect(await storage.rows(UUIDS)).toHaveLength(COUNT)
})

test('many new tags and many collections are reported by their ids', async () => {
  await storage.save(LINKS)
  await vi.waitFor(() => expect(reported('links')).toEqual(UUIDS))
  changes.length = 0
  await storage.retag(
    UUIDS.map((uuid) => ({ uuid, tags: ['new'], updated_at: '2030-01-01T00:00:00Z' })),
  )
  const rooms = LINKS.map((_, number) => aCollection(`Room ${number}`))
  await storage.saveCollections(rooms)
  await vi.waitFor(() => {
    expect(reported('links')).toEqual(UUIDS)
    expect(reported('collections')).toEqual(rooms.map(({ uuid }) => uuid).toSorted())
  })
})
