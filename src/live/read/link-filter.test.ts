import { expect, test } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { countFacets, applyFilter, isFiltered, NO_FILTER } from './link-filter.ts'
import { entryOf } from '#mirror/store/link-order.ts'

const links = [
  aLink('Lamp', {
    tags: ['gift', 'home'],
    regular_collection_names: ['Bedroom'],
    domain: 'a.example',
    treat_as_in_network: true,
  }),
  aLink('Sofa', { tags: ['home'], regular_collection_names: ['Bedroom'], domain: 'b.example' }),
  aLink('Mug', { tags: ['gift'], domain: 'b.example' }),
]
const entries = links.map(entryOf)
const found = (filter: Partial<typeof NO_FILTER>) =>
  applyFilter(entries, { ...NO_FILTER, ...filter }).map(
    ({ uuid }) => links.find((link) => link.uuid === uuid)?.name,
  )

test.each([
  [{}, ['Lamp', 'Sofa', 'Mug']],
  [{ tags: ['gift'] }, ['Lamp', 'Mug']],
  [{ tags: ['gift', 'home'] }, ['Lamp']],
  [{ tags: ['Gift'] }, []],
  [{ collection: 'Bedroom' }, ['Lamp', 'Sofa']],
  [{ domain: 'b.example' }, ['Sofa', 'Mug']],
  [{ network: 'in' as const }, ['Lamp']],
  [{ network: 'out' as const }, ['Sofa', 'Mug']],
  [{ collection: 'Bedroom', domain: 'b.example' }, ['Sofa']],
])('the filter %o returns links that match all of it (A-025)', (filter, names) => {
  expect(found(filter)).toEqual(names)
})

test('an empty filter is no filter', () => {
  expect(isFiltered(NO_FILTER)).toBe(false)
  expect(isFiltered({ ...NO_FILTER, tags: ['gift'] })).toBe(true)
  expect(isFiltered({ ...NO_FILTER, network: 'out' })).toBe(true)
})

test('filter values are counted, the most frequent first', () => {
  expect(countFacets(entries)).toEqual({
    tags: [
      { name: 'gift', count: 2 },
      { name: 'home', count: 2 },
    ],
    collections: [{ name: 'Bedroom', count: 2 }],
    domains: [
      { name: 'b.example', count: 2 },
      { name: 'a.example', count: 1 },
    ],
  })
})
