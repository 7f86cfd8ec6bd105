import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Faq } from '#contract/help.ts'
import { contentFolder } from '#support/server/money/content.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const content = contentFolder(server)

async function asked(path: string) {
  const answer = await server.request('GET', path)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { results: Faq[] }).results
}

test('the questions are public, in the order of the file, at both addresses (R-561, A-157)', async () => {
  expect(await asked('/v2/public/faq/?app=REGULAR_APP')).toEqual([])
  await content.apply(`
faq:
  - { key: money, question: When am I paid?, answer: "After the hold.\\n<b>Not</b> before." }
  - { key: start, question: How do I start?, answer: Paste a link. }
  - { key: old, question: Gone?, answer: Yes., archived: true }
`)
  for (const path of ['/v2/my/public/faq/', '/v2/public/faq/']) {
    const rows = await asked(`${path}?app=REGULAR_APP`)
    expect(rows.map(({ key, question }) => [key, question])).toEqual([
      ['money', 'When am I paid?'],
      ['start', 'How do I start?'],
    ])
    expect(rows[0]?.answer).toBe('After the hold.\n<b>Not</b> before.')
    expect(v.is(v.array(v.strictObject(Faq.entries)), rows)).toBe(true)
    expect(await asked(path)).toHaveLength(2)
    expect(await asked(`${path}?app=OTHER_APP`)).toEqual([])
  }
  await content.apply(`
faq:
  - { key: start, question: How do I begin?, answer: Paste a link. }
  - { key: money, question: When am I paid?, answer: Later. }
`)
  expect((await asked('/v2/public/faq/')).map(({ question }) => question)).toEqual([
    'How do I begin?',
    'When am I paid?',
  ])
})

const categories = async () =>
  (await asked('/v2/public/faq/')).map(({ key, category }) => [key, category])

test('a question is in the category of the file, until it is archived (A-157)', async () => {
  await content.apply(`
faq:
  - { key: start, question: How do I begin?, answer: Paste a link. }
  - { key: money, question: When am I paid?, answer: Later., category: " Money " }
`)
  expect(await categories()).toEqual([
    ['start', ''],
    ['money', 'Money'],
  ])
  // A field missing in the file keeps its value. Only an empty value deletes it.
  await content.apply('faq: [{ key: money, question: When am I paid? }]')
  expect(Object.fromEntries(await categories())).toMatchObject({ money: 'Money' })
  await content.apply('faq: [{ key: money, question: When am I paid?, category: "" }]')
  expect(Object.fromEntries(await categories())).toMatchObject({ money: '' })
})
