import { expect, test, vi } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { LinksIndex } from './links-index.ts'
import { MemoryStorage } from '#mirror/store/memory-storage.ts'

test('rows that will be needed next are loaded in advance', async () => {
  const storage = new MemoryStorage()
  const sofa = aLink('Velvet sofa', { created_at: '2020-01-01T00:00:00.000Z' })
  await storage.save([sofa, ...Array.from({ length: 300 }, (_, i) => aLink(`Lamp ${i}`))])
  await storage.putList({ name: 'links', syncedAt: 1, cursor: '1', count: 301, walk: null })
  const index = new LinksIndex(storage)
  await vi.waitUntil(() => index.ids({ q: 'sofa' }))
  expect(index.rows.get(sofa.uuid)).toBeUndefined()

  await index.prepare({ q: 'sofa' })
  expect(index.ids({ q: 'sofa' })).toEqual([sofa.uuid])
  expect(index.rows.get(sofa.uuid)?.name).toBe('Velvet sofa')
  index.close()
})
