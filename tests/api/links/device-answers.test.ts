import { expect, test } from 'vitest'
import { links } from '../../../server/platform/db/schema.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { applyFilter } from '#live/read/link-filter.ts'
import { entryOf, sortEntries, searchEntries } from '#mirror/store/link-order.ts'
import { applyRule } from '#mirror/store/smart-rule.ts'
import {
  addCollection,
  addSmart,
  changeMembers,
  EVERY_LINK,
  listMembers,
  readCollection,
} from '#support/server/links/collections.ts'
import { countClicks, search } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NAMES = ['Lamp', 'lamp', 'Élan', '🎁 Gift', 'ﬂat', 'a_b', '50% off', 'Žalud', 'lampe', 'Z']
const TAGS = ['gift', 'Gift', 'sale', 'a b', 'ø']
const HOSTS = ['shop.example', 'de.shop.example', 'myshop.example', 'food.example']
const COLLECTIONS = ['Bedroom', 'Kitchen', 'Gifts']
const ORDERS: LinkOrder[] = ['-created', 'name', '-lifetime_clicks', '-lifetime_commissions']

/** Fixed seed, so that every run uses the same numbers. */
let state = 20260520
function below(n: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
function one<T>(of: readonly T[]): T {
  const found = of[below(of.length)]
  if (found === undefined) throw new Error('one of nothing')
  return found
}
const some = <T>(of: readonly T[]): T[] => of.filter(() => below(3) === 0)

const { server, ana } = await startWithCreator()
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
await server.deps.db.insert(links).values(
  // Few distinct names, times and numbers, so that many links are equal in every order.
  Array.from({ length: 240 }, (_, i) => ({
    userId: ana.uuid,
    shortCode: `${ana.uuid.slice(0, 8)}-${i}`,
    name: one(NAMES),
    url: `https://${one(HOSTS)}/${below(30)}`,
    host: one(HOSTS),
    tags: some(TAGS),
    isHidden: below(6) === 0,
    treatAsInNetwork: below(2) === 0,
    commissionCents: below(3) * 100,
    createdAt: new Date(midnight - below(12) * (DAY_MS / 2)),
  })),
)
const created = (await search(ana, { page_size: 500 })).results
for (const link of created.filter(() => below(3) === 0)) await countClicks(server, link, below(4))
for (const name of COLLECTIONS)
  await changeMembers(ana, 'POST', await addCollection(ana, name), some(created))
/** Links stored on the device, as the server returns them. */
const shown = (await search(ana, { page_size: 500 })).results
const hidden = (await search(ana, { page_size: 500 }, '?is_hidden=true')).results

const ids = (of: { uuid: string }[]) => of.map(({ uuid }) => uuid)

test('search, filters and orders give the same result on the device and on the server (A-025)', async () => {
  for (let round = 0; round < 25; round += 1) {
    const [tags, isHidden, ordering] = [below(2) ? some(TAGS) : [], below(4) === 0, one(ORDERS)]
    const q = below(2) ? one(['lamp', 'é', '50%', 'a_b', 'gift shop', 'KITCHEN', 'sale 7']) : ''
    const [domain, collection] = [
      below(3) ? '' : one(HOSTS),
      below(3) || isHidden ? '' : one(COLLECTIONS),
    ]
    const asked = { q, tags, domain, ordering, page_size: 100 }
    const names = collection === '' ? [] : [collection]
    const answered: string[] = []
    for (let page = 1; ; page += 1) {
      const body = { ...asked, regular_collection_names: names, page }
      const answer = await search(ana, body, isHidden ? '?is_hidden=true' : '')
      answered.push(...ids(answer.results))
      if (answer.next === null) break
    }
    const entries = sortEntries((isHidden ? hidden : shown).map(entryOf), ordering)
    const fit = applyFilter(entries, { tags, domain, collection, network: '' })
    expect(ids(searchEntries(fit, q)), JSON.stringify({ ...asked, collection, isHidden })).toEqual(
      answered,
    )
  }
})

test('a rule gives the same result on the device and on the server (R-249, D-30)', async () => {
  for (let round = 0; round < 25; round += 1) {
    const rule = {
      tags: below(2) ? some(TAGS) : [],
      match: one(['any', 'all'] as const),
      domain: below(2) ? null : one([...HOSTS, 'https://www.Shop.example/lamps']),
      created_within_days: below(2) ? null : 1 + below(6),
      min_clicks: below(2) ? null : below(3),
      ordering: one(ORDERS),
      limit: below(2) ? 500 : 1 + below(30),
    }
    // A rule without conditions is refused, and 0 clicks is no condition.
    const narrows =
      rule.tags.length > 0 || rule.domain || rule.created_within_days || rule.min_clicks
    const smart = await addSmart(ana, `Rule ${round}`, narrows ? rule : { ...rule, ...EVERY_LINK })
    const kept = (await readCollection(ana, smart)).rule
    if (!kept) throw new Error('no rule')
    const answered: string[] = []
    for (let page = 1; ; page += 1) {
      const answer = await listMembers(ana, smart, `?page_size=100&page=${page}`)
      answered.push(...ids(answer.results))
      if (answer.next === null) break
    }
    const here = applyRule(sortEntries(shown.map(entryOf), kept.ordering), kept)
    expect(ids(here), JSON.stringify(rule)).toEqual(answered)
    expect(ids(smart.links)).toEqual(answered.slice(0, 4))
    expect(smart.link_count).toBe(answered.length)
  }
})
