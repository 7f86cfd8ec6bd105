import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { aLink } from '#support/window/links-server.ts'
import { entryOf, sortEntries, searchEntries } from './link-order.ts'

const links = [
  aLink('Summer dress', {
    short_code: 'dress',
    split_url: 'https://split.example/s/dress',
    url: 'https://shop.example/d',
    tags: ['Fashion'],
    lifetime_clicks: 3,
  }),
  aLink('Apple pie', {
    url: 'https://food.example/pie',
    lifetime_commissions: 9,
    lifetime_clicks: 1,
  }),
  aLink('bread', { url: 'https://food.example/bread', regular_collection_names: ['Baking'] }),
]
const namesOf = (uuids: string[]) =>
  uuids.map((uuid) => links.find((link) => link.uuid === uuid)?.name)
const found = (q: string) =>
  namesOf(searchEntries(links.map(entryOf), q).map((entry) => entry.uuid))

test.each([
  ['DRESS', ['Summer dress']],
  ['food.example', ['Apple pie', 'bread']],
  ['pie food', ['Apple pie']],
  ['fashion', ['Summer dress']],
  ['baking', ['bread']],
  ['https://split.example/s/dress', ['Summer dress']],
  ['  ', ['Summer dress', 'Apple pie', 'bread']],
  ['nothing like it', []],
])('a search for "%s"', (q, names) => {
  expect(found(q)).toEqual(names)
})

test('the shared short host does not match every link', () => {
  expect(found('split.example')).toEqual([])
})

test('links of a custom domain are found by its name, even while it is inactive', () => {
  const link_domain_id = { domain: 'links.ana.example', id: 12, is_main: false }
  const own = [
    aLink('Lamp', { link_domain_id, split_url: 'https://links.ana.example/lamp' }),
    aLink('Rug', { link_domain_id, split_url: 'https://split.example/s/rug~12' }),
  ]
  const entries = [...links, ...own].map(entryOf)
  expect(searchEntries(entries, 'links.ana.example/').map(({ name }) => name)).toEqual([
    'lamp',
    'rug',
  ])
})

test.each([
  ['-created', ['bread', 'Apple pie', 'Summer dress']],
  ['name', ['Apple pie', 'bread', 'Summer dress']],
  ['-lifetime_clicks', ['Summer dress', 'Apple pie', 'bread']],
  ['-lifetime_commissions', ['Apple pie', 'bread', 'Summer dress']],
] as const)('ordered by %s', (order, names) => {
  const ordered = sortEntries(
    links.map((link: ShortLink) => entryOf(link)),
    order,
  )
  expect(namesOf(ordered.map((entry) => entry.uuid))).toEqual(names)
})
