import { readFileSync } from 'node:fs'
import { array, assert, asyncProperty, nat, oneof, string } from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fold } from '#contract/search/fold.ts'
import { entryOf, searchEntries } from '../../../src/mirror/store/link-order.ts'
import { foldSql } from '../../../server/platform/db/text-search.ts'
import { allMigrations } from '../../../server/platform/db/migrate.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  editCollection,
  listCollections,
  REGULAR,
} from '#support/server/links/collections.ts'
import { addLink, editLink, search } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const CASES = JSON.parse(readFileSync('tests/support/cases/search.json', 'utf8')) as [
  name: string,
  words: string[],
][]

/** More names, each with words that find it. */
const MORE: [name: string, words: string[]][] = [
  ['ΟΔΥΣΣΕΥΣ της πόλης', ['οδυσσευς', 'ΟΔΥΣΣΕΎΣ', 'πολης']],
  ['İstanbul ışık', ['istanbul', 'isik', 'ISIK']],
  ['Straße nach Æbeltoft', ['strasse', 'STRASSE', 'aebeltoft']],
  ['ＦＵＬＬ ｗｉｄｔｈ ﬁne', ['full width', 'fine']],
  ['أحمد مدرسة على', ['احمد', 'مدرسه', 'علي']],
  ['مُحَمَّد', ['محمد']],
  ['Rock ’n’ roll—live', ["rock 'n' roll", 'roll-live', 'n roll']],
  ['Đà Nẵng', ['da nang', 'đà']],
  ['Ёлка зелёная', ['елка', 'ЗЕЛЕНАЯ']],
  ['צה״ל צ׳ק', ['צה"ל', "צ'ק", 'צק']],
  ['Col·lecció ʿAlī', ['colleccio', 'ali']],
  ['„Kaffee“ ½ ґанок', ['"kaffee"', '1/2', 'ганок']],
  ['❤️ love', ['❤', '❤️']],
  ['東京 ガイド', ['東京', 'ｶﾞｲﾄﾞ']],
]

test.each([...CASES, ...MORE])(
  '“%s” is found by %j, on the server and on the device',
  async (name, words) => {
    const ana = await signUp(server)
    const link = await addLink(ana, 'https://shop.example/x')
    const { body } = await editLink(ana, link, { name })
    for (const q of words) {
      const found = await search(ana, { q })
      expect([q, found.results.map(({ uuid }) => uuid)]).toEqual([q, [link.uuid]])
      expect([q, searchEntries([entryOf(body)], q).length]).toEqual([q, 1])
    }
    expect((await search(ana, { q: 'qqq' })).results).toEqual([])
  },
)

test('tags and names of collections are found in the same way', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/x')
  await addCollection(ana, 'Crème brûlée')
  await editLink(ana, link, { tags: ['Żółty'], regular_collection_names: ['Crème brûlée'] })
  for (const q of ['zolty', 'creme brulee'])
    expect((await search(ana, { q })).results.map(({ uuid }) => uuid)).toEqual([link.uuid])
  const tags = await ask(ana, 'GET', '/v1/users/me/links/tags/?q=zolty')
  expect(tags.body).toMatchObject({ results: [{ name: 'Żółty' }] })
  const { results } = await listCollections(ana, '?q=creme')
  expect(results).toMatchObject([{ name: 'Crème brûlée' }])
})

test('a collection whose name differs only in accents is refused and named', async () => {
  const ana = await signUp(server)
  await addCollection(ana, 'Café')
  const other = await addCollection(ana, 'Kitchen')
  const refused = fieldError('name', 'You already have a collection named “Café”.')
  expect(await ask(ana, 'POST', REGULAR, { name: 'cafe' })).toMatchObject(refused)
  expect(await editCollection(ana, other, { name: 'CAFE' })).toMatchObject(refused)
})

const SIGNS = "aÀéßŁøđıİIςΣσΆЁйҐأإةىکی٣’‘'`–—ＡﬁǅẞÆœþ가か゛ـَ\u200b "

test('SQL and JavaScript fold in the same way', async () => {
  const letters = nat({ max: SIGNS.length - 1 }).map((at) => SIGNS.charAt(at))
  await assert(
    asyncProperty(
      oneof(
        array(letters).map((all) => all.join('')),
        string(),
      ),
      async (text) => {
        const clean = text.replaceAll('\0', '')
        const [row] = await server.deps.db
          .execute<{ folded: string }>(sql`select ${foldSql(sql`${clean}::text`)} as folded`)
          .then((result) => ('rows' in result ? result.rows : result) as { folded: string }[])
        expect(row?.folded).toBe(fold(clean))
      },
    ),
    { numRuns: 300 },
  )
})

test('the migration stores the same text as the server does, for all existing rows', async () => {
  const ana = await signUp(server)
  for (const [name] of [...CASES, ...MORE]) {
    const link = await addLink(ana, 'https://shop.example/it’s')
    await editLink(ana, link, { name, tags: [name, 'Ordinary'] })
    await addCollection(ana, name)
  }
  const stored = () =>
    server.deps.sql`
      select links.id, search_text as text from links where user_id = ${ana.uuid}
      union all select id, search_name from collections where user_id = ${ana.uuid} order by id`
  const written = await stored()
  expect(written).toHaveLength(2 * (CASES.length + MORE.length))
  await server.deps.sql`update links set search_text = null`
  await server.deps.sql`update collections set search_name = null`
  const migration = allMigrations().find(({ sql: texts }) => texts.join().includes('search_text'))
  for (const text of migration?.sql ?? [])
    if (!text.includes('ALTER TABLE')) await server.deps.db.execute(sql.raw(text))
  expect(await stored()).toEqual(written)
})
