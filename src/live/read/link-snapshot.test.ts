import { expect, test } from 'vitest'
import { entryOf } from '#mirror/store/link-order.ts'
import { aLink } from '#support/window/links-server.ts'
import { NO_FILTER } from './link-filter.ts'
import { createSnapshot } from './link-snapshot.ts'

const [older, newer] = [
  aLink('older', { tags: ['lamp'], lifetime_clicks: 2 }),
  aLink('newer', { tags: ['lamp'], lifetime_clicks: 3 }),
]
const entriesOf = (...links: (typeof older)[]) =>
  new Map(links.map((link) => [link.uuid, entryOf(link)]))
const query = { q: '', hidden: false, ordering: '-created', filter: NO_FILTER } as const

test('values that screens requested are computed for the next state in advance', () => {
  const before = createSnapshot(entriesOf(older))
  expect(before.ids(query)).toEqual([older.uuid])
  expect(before.facets('links').tags).toEqual([{ name: 'lamp', count: 1 }])
  expect(before.totals('links').clicks).toBe(2)

  const entries = entriesOf(older, newer)
  const next = createSnapshot(entries)
  for (const step of before.stepsFor(next)) step()
  // Only answers that are computed already do not need the links.
  entries.clear()
  expect(next.ids(query)).toEqual([newer.uuid, older.uuid])
  expect(next.facets('links').tags).toEqual([{ name: 'lamp', count: 2 }])
  expect(next.totals('links')).toEqual({ links: 2, clicks: 5, earned: 0, elsewhere: 0 })
})

test('values that no screen requested are not computed', () => {
  const before = createSnapshot(entriesOf(older))
  expect(before.stepsFor(createSnapshot(entriesOf(newer)))).toEqual([])
})
