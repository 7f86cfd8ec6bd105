import { array, assert, asyncProperty, constantFrom, nat, sample, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { fold } from '#contract/search/fold.ts'
import { entryOf, searchEntries } from '../../../src/mirror/store/link-order.ts'
import { ask } from '#support/server/asking.ts'
import { addCollection, COLLECTIONS, readCollection } from '#support/server/links/collections.ts'
import { dryRun, importFile } from '#support/server/links/imports.ts'
import { addLink, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ listen: true })
})
afterAll(() => server.stop())

/** Letters and signs that a search treats as the same. */
const SAME = [
  ['e', 'é', 'É', 'e\u0301', 'ｅ', 'Ệ'],
  ['σ', 'ς', 'Σ'],
  ['ı', 'i', 'İ', 'I', 'í'],
  ['', "'", '’', '‘', 'ʼ', '`'],
  ['-', '–', '—', '\u2011', '－'],
  ['ا', 'أ', 'إ', 'آ', 'ٱ'],
  ['ي', 'ى', 'ی', 'ې'],
  ['ه', 'ة', 'ە'],
  ['ك', 'ک', 'ﻚ'],
  ['ss', 'ß', 'ẞ', 'SS'],
  ['l', 'ł', 'Ł', 'Ｌ'],
  ['fi', 'ﬁ', 'FI'],
  ['ガ', 'ｶﾞ'],
  ['7', '٧', '۷', '７'],
  ['%'],
  ['_'],
  ['\\'],
]

const letters = array(nat({ max: SAME.length - 1 }), { minLength: 3, maxLength: 6 })
/** Pairs of spellings of one text. */
const spellings = letters.chain((picked) => {
  const one = tuple(...picked.map((at) => constantFrom(...(SAME[at] ?? [''])))).map((parts) =>
    parts.join(''),
  )
  return tuple(one, one)
})
const SEED = { seed: 20_260 }

async function personWithNames(names: string[]): Promise<[Person, ShortLink[]]> {
  const ana = await signUp(server)
  const links: ShortLink[] = []
  for (const name of names) {
    const link = await addLink(ana, 'https://shop.example/x')
    links.push((await editLink(ana, link, { name: `A ${name}` })).body)
  }
  return [ana, links]
}

test('the list on the device and the server find the same links in any spelling', async () => {
  const pairs = sample(spellings, { ...SEED, numRuns: 12 })
  const [ana, links] = await personWithNames(pairs.map(([name]) => name))
  const entries = links.map(entryOf)
  const finds = async (q: string) => {
    const { results } = await search(ana, { q, page_size: 100 })
    const found = results.map(({ uuid }) => uuid).toSorted()
    expect([q, found]).toEqual([
      q,
      searchEntries(entries, q)
        .map(({ uuid }) => uuid)
        .toSorted(),
    ])
    return found
  }
  for (const [at, [, typed]] of pairs.entries())
    expect(await finds(typed)).toContain(links[at]?.uuid)
  await assert(
    asyncProperty(spellings, async ([typed]) => void (await finds(typed.slice(1)))),
    { ...SEED, numRuns: 15 },
  )
})

test('spellings of one text fold in the same way, and folding twice changes nothing', async () => {
  await assert(
    asyncProperty(spellings, async ([one, other]) => {
      expect(fold(other)).toBe(fold(one))
      expect(fold(fold(one))).toBe(fold(one))
    }),
    { ...SEED, numRuns: 500 },
  )
})

const tagsOf = async (person: Person, link: ShortLink) => (await readLink(person, link)).tags
const tagMany = (person: Person, links: ShortLink[], tags: string[], mode = 'add') =>
  ask(person, 'PATCH', LINKS, { uuids: links.map(({ uuid }) => uuid), tags, mode })

test('a tag in another spelling is replaced by the one in use, on one link and on many', async () => {
  const ana = await signUp(server)
  const [a, b, c] = [await addLink(ana), await addLink(ana), await addLink(ana)]
  await editLink(ana, a, { tags: ['Café'] })
  const { body } = await editLink(ana, b, { tags: ['cafe', 'CAFÉ', 'oak'] })
  expect(body.tags).toEqual(['Café', 'oak'])
  await tagMany(ana, [a, b, c], ['cafe\u0301'])
  expect([await tagsOf(ana, a), await tagsOf(ana, c)]).toEqual([['Café'], ['Café']])
  await tagMany(ana, [a], ['CAFE'], 'remove')
  expect(await tagsOf(ana, a)).toEqual([])
})

test('the spelling of a tag can be corrected if no other link has it', async () => {
  const ana = await signUp(server)
  const [a, b] = [await addLink(ana), await addLink(ana)]
  await tagMany(ana, [a, b], ['cafe'])
  expect((await editLink(ana, a, { tags: ['Café'] })).body.tags).toEqual(['cafe'])
  await tagMany(ana, [a, b], ['Café'], 'set')
  expect([await tagsOf(ana, a), await tagsOf(ana, b)]).toEqual([['Café'], ['Café']])
})

test('a link is added to the collection of its name in another spelling', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  await addCollection(ana, 'Mum’s Café')
  const { body } = await editLink(ana, link, { regular_collection_names: ["mum's cafe"] })
  expect(body.regular_collection_names).toEqual(['Mum’s Café'])
  const found = await search(ana, { regular_collection_names: ['MUM’S CAFE'] })
  expect(found.results.map(({ uuid }) => uuid)).toEqual([link.uuid])
})

test('an import uses the user’s collections and tags, says so and creates no duplicates', async () => {
  const ana = await signUp(server)
  const collection = await addCollection(ana, 'Crème brûlée')
  await editLink(ana, await addLink(ana), { tags: ['Żółty'] })
  const file = [
    'url,collections,tags',
    'https://a.example/1,creme brulee,zolty',
    'https://a.example/2,"New One, CRÈME BRÛLÉE","fresh"',
    'https://a.example/3,new one,"Frésh, zolty"',
  ].join('\n')
  const plan = await dryRun(ana, file)
  expect(plan.new_collections).toEqual(['New One'])
  expect(plan.spellings).toEqual([
    { typed: 'zolty', used: 'Żółty' },
    { typed: 'creme brulee', used: 'Crème brûlée' },
    { typed: 'CRÈME BRÛLÉE', used: 'Crème brûlée' },
    { typed: 'Frésh', used: 'fresh' },
    { typed: 'new one', used: 'New One' },
  ])
  const done = await importFile(ana, file)
  expect([done.counts.new, done.new_collections]).toEqual([3, 1])
  expect((await readCollection(ana, collection)).link_count).toBe(2)
  const { body } = await ask<{ count: number }>(ana, 'GET', COLLECTIONS)
  expect(body.count).toBe(2)
  expect((await search(ana, { tags: ['Żółty'] })).count).toBe(3)
})
