import { expect, test } from 'vitest'
import {
  deskPaths,
  submitAllForms,
  readAllPages,
  idsOf,
  type DeskIds,
} from '#support/server/desk-addresses.ts'
import { addCreator, deskChanges, identifyingTexts } from '#support/server/desk-market.ts'
import { enterDesk } from '#support/server/desk.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
const other = await addShop(server, { name: 'Garden', key: 'garden' })
const desk = await enterDesk(server, shop.id)
const ana = await addCreator(server, shop)
const foreign = await addCreator(server, other)

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
    const answer = method === 'GET' ? await desk.get(path) : await desk.post(path, TYPED)
    answers.push({ method, path, ...answer })
  }
  expect(answers.length).toBeGreaterThanOrEqual(9)
  return answers
}

test('pages of another brand’s data do not exist', async () => {
  const before = await deskChanges(server, foreign)
  for (const { path, status, html } of await visit(idsOf(foreign))) {
    expect({ path, status }).toEqual({ path, status: 404 })
    expectNoParts(html, ...identifyingTexts(foreign), other.name, foreign.partner, 'gifts')
  }
  expect(await deskChanges(server, foreign)).toEqual(before)
})

test('responses contain nothing of another brand, even if its ids are sent', async () => {
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

const NUMBERS = ['x', '0', '-1', '1.5', '2147483648', '9'.repeat(40)]
const TEXTS = ['P-', "'; drop table users", '\u202e\u{1F4A9}', '../partners']
const NO_UUID = '00000000-0000-4000-8000-000000000000'

test.each([...NUMBERS, ...TEXTS, NO_UUID])('the invalid id %j does not exist', async (id) => {
  for (const { path, status } of await visit({
    partner: id,
    channel: id,
    sale: id,
    webhook: id,
    code: id,
  }))
    expect({ path, status }).toEqual({ path, status: 404 })
})
