import { beforeEach, expect, test } from 'vitest'
import type { WebSearch } from '#contract/partners/brands.ts'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { createLog, type Log } from '../../../../server/platform/log/log.ts'
import { contentFolder, KITCHEN } from '#support/server/money/content.ts'
import { signUp } from '#support/server/people.ts'
import { startSearchEngine } from '#support/server/hosts/search-engine.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const warnings: unknown[] = []
const log: Log = { ...createLog('error'), warn: (...said) => warnings.push(said) }

const engine = await forThisFile(startSearchEngine())
const server = await startTestServer({ searchEngine: engine.settings, log })
const files = contentFolder(server)
await files.picture('kitchen.png')
await files.apply(KITCHEN)
const ana = await signUp(server)
beforeEach(() => {
  engine.requests.length = 0
  warnings.length = 0
})

async function search(query: string, person = ana) {
  const answer = await person.send('GET', `/v2/my/websearch/search/?${query}`)
  return { status: answer.status, body: (await answer.json()) as WebSearch }
}

const item = (link: string, title = 'A page') => ({ link, title, snippet: 'Of  some\nwords' })

test('results have the rates of their shops, read with one query (R-524, D-56)', async () => {
  engine.answer = () => ({
    items: [
      item('https://www.kitchen.example/pan', 'A pan'),
      item('https://elsewhere.example/pan'),
      item('https://shop.mall.example/eu/pan'),
      item('https://shop.mall.example/us/pan'),
    ],
  })
  const statements = watchStatements()
  const { status, body } = await search('q=Oak%20pan')
  const stores = statements.texts().filter((text) => /from "stores"/i.test(text))
  statements.stop()
  expect(status).toBe(200)
  expect(body.source).toBe('web')
  expect(body.engine).toBe(new URL(engine.settings.url).host)
  expect(body.results[0]).toEqual({
    title: 'A pan',
    url: 'https://www.kitchen.example/pan',
    snippet: 'Of some words',
    image_url: null,
    domain: 'kitchen.example',
    in_network: true,
    commission_percentage: 10,
  })
  expect(
    body.results.map(({ in_network, commission_percentage }) => [
      in_network,
      commission_percentage,
    ]),
  ).toEqual([
    [true, 10],
    [false, null],
    [true, 10],
    [false, null],
  ])
  expect(stores).toHaveLength(1)
  // The request holds the query, our key and the operator's parameters, and nothing about the user.
  const [asked] = engine.requests
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    cx: 'engine-1',
    key: engine.settings.key,
    num: '10',
    q: 'Oak pan',
    start: '1',
  })
})

test('pages of results follow each other, and are cached for repeated searches', async () => {
  engine.answer = ({ searchParams }) => ({
    items: [item(`https://pages.example/${searchParams.get('start')}`)],
    queries: searchParams.get('start') === '1' ? { nextPage: [{}] } : {},
  })
  const first = await search('q=pages')
  const next = await ana.send('GET', String(first.body.next))
  const second = (await next.json()) as WebSearch
  expect(second.results.map(({ url }) => url)).toEqual(['https://pages.example/11'])
  expect(second.next).toBeNull()
  const bea = await signUp(server)
  expect((await search('q=Pages', bea)).body.results).toEqual(first.body.results)
  expect(engine.requests).toHaveLength(2)
  // The search engine returns at most 100 results.
  expect((await search('q=pages&page=11')).body.results).toEqual([])
  expect(engine.requests).toHaveLength(2)
})

test.each([
  ['refuses', { status: 403, body: '{"error":{}}' }],
  ['sends us elsewhere', { status: 302 }],
  ['answers no JSON', { body: '<html>' }],
  ['answers another shape', { body: '{"items":"none"}' }],
])('an engine that %s is a 502 without its key, and is asked again (A-105)', async (how, bad) => {
  const q = `q=${encodeURIComponent(`down ${how}`)}`
  engine.answer = bad
  expect((await search(q)).status).toBe(502)
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain(engine.settings.key)
  engine.answer = () => ({ items: [item('https://up.example/')] })
  expect((await search(q)).body.results).toHaveLength(1)
})

test('results without a valid address are left out, and long texts are cut', async () => {
  engine.answer = () => ({
    items: [
      item('javascript:alert(1)'),
      item('https://user:secret@trap.example/'),
      item(`https://long.example/${'x'.repeat(3000)}`),
      { link: 'https://plain.example/', title: 'x'.repeat(5000), snippet: 7 },
      {},
    ],
  })
  const { results } = (await search('q=odd')).body
  expect(results.map(({ url, title, snippet }) => [url, title.length, snippet])).toEqual([
    ['https://plain.example/', 300, ''],
  ])
})

test('the engine and its key are configured together, and no error contains either', () => {
  const url = 'https://www.googleapis.com/customsearch/v1?cx=1'
  expect(readConfig({}).searchEngine).toBeNull()
  expect(readConfig({ SEARCH_URL: url, SEARCH_KEY: 'hush' }).searchEngine).toEqual({
    url,
    key: 'hush',
  })
  const mistakes = [
    { SEARCH_URL: url },
    { SEARCH_KEY: 'hush' },
    { SEARCH_URL: `${url}&key=hush`, SEARCH_KEY: 'hush' },
    { SEARCH_URL: 'ftp://hush', SEARCH_KEY: 'hush' },
  ]
  for (const env of mistakes) {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).not.toThrow(/hush/)
  }
})
