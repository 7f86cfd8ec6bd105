import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deskPaths,
  submitAllForms,
  readAllPages,
  idsOf,
  type DeskIds,
} from '#support/server/desk-addresses.ts'
import {
  addCreator,
  deskChanges,
  identifyingTexts,
  type Creator,
} from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
let other: Shop
let desk: DeskVisitor
let ana: Creator
let foreign: Creator

beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
  other = await addShop(server, { name: 'Garden', key: 'garden' })
  desk = await enterDesk(server, shop.id)
  ana = await addCreator(server, shop)
  foreign = await addCreator(server, other)
})
afterAll(() => server.stop())

const both = (ids: DeskIds) =>
  (['GET', 'POST'] as const).flatMap((method) =>
    deskPaths(server, method, ids).map((path) => [method, path] as const),
  )

const TYPED = { text: 'Hello', reason: 'Rude', sequence: '1', amount: '80', why: 'No' }

/** Returns the responses of every path that contains one of these ids. */
async function visit(ids: DeskIds) {
  const without = new Set(both(idsOf(ana)).map(([, path]) => path))
  const answers = []
  for (const [method, path] of both(ids).filter(([, each]) => !without.has(each))) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = method === 'GET' ? await desk.get(path) : await desk.post(path, TYPED)
    answers.push({ method, path, ...answer })
  }
  expect(answers.length).toBeGreaterThanOrEqual(9)
  return answers
}

test('of another brand there is nothing, whatever the address', async () => {
  const before = await deskChanges(server, foreign)
  for (const { path, status, html } of await visit(idsOf(foreign))) {
    expect({ path, status }).toEqual({ path, status: 404 })
    for (const word of [...identifyingTexts(foreign), other.name, foreign.partner, 'gifts'])
      expect(html).not.toContain(word)
  }
  expect(await deskChanges(server, foreign)).toEqual(before)
})

test('what is shown and answered of this brand has nothing of another, though its ids are typed', async () => {
  const { clickId } = foreign
  const seen = [
    ...(await readAllPages(server, desk, idsOf(ana))),
    ...(await submitAllForms(server, desk, { ids: idsOf(ana), clickId })),
  ]
  const theirs = [foreign.partner, foreign.channel, other.name, ...identifyingTexts(foreign)]
  for (const { path, text } of seen) {
    const found = theirs.filter((trait) => text.includes(trait))
    expect({ path, found }).toEqual({ path, found: [] })
  }
})

test.each([
  'x',
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9'.repeat(40),
  'P-',
  "'; drop table users",
  '\u202e\u{1F4A9}',
  '../partners',
  '00000000-0000-4000-8000-000000000000',
])('where an id stands, %j is none', async (id) => {
  for (const { path, status } of await visit({ partner: id, channel: id, sale: id }))
    expect({ path, status }).toEqual({ path, status: 404 })
})
