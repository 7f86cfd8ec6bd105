import { expect, test } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { MemoryStorage } from '#mirror/store/memory-storage.ts'
import { RowCache } from './row-cache.ts'

test('rows requested by many tiles at once are read once, and none twice', async () => {
  const storage = new MemoryStorage()
  const links = Array.from({ length: 60 }, (_, i) => aLink(`link ${i}`))
  await storage.save(links)
  const asked: string[][] = []
  const read = storage.rows
  storage.rows = (uuids) => {
    asked.push(uuids)
    return read(uuids)
  }
  const rows = new RowCache(storage, () => undefined)
  const ids = links.map(({ uuid }) => uuid)
  await Promise.all(ids.map((uuid, i) => rows.load([uuid, ids[i + 1] ?? uuid])))
  expect(asked).toEqual([ids])
  expect(ids.map((uuid) => rows.get(uuid)?.name)).toEqual(links.map(({ name }) => name))
})
