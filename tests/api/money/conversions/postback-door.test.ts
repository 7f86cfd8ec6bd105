import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import {
  addShop,
  moneyOf,
  selling,
  tell,
  type Shop,
  type ReportAnswer,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
})
afterAll(() => server.stop())

const order = (clickId: string, more: Record<string, string> = {}) => ({
  click_id: clickId,
  order_id: randomUUID(),
  amount: '80.00',
  ...more,
})

async function seller(of: Shop = shop) {
  const ana = await signUp(server)
  return { ana, ...(await selling(server, of, ana)) }
}

const calls = (of: Shop) =>
  server.deps.sql<{ raw: string; state: string; status: number }[]>`
    select raw, state, status from postback_calls where brand_id = ${of.id} order by id`

const wrongKeys = (
  said: object,
): [string, { body?: object; path?: string; headers?: object }][] => [
  ['none', { body: said }],
  ['one that nobody has', { body: said, headers: { 'X-Postback-Key': `key-${randomUUID()}` } }],
  ['an empty one', { body: said, headers: { 'X-Postback-Key': '' } }],
  ['a wrong one in the body', { body: { ...said, key: 'guess-guess-guess-guess' } }],
  ['a list', { body: { ...said, key: [shop.postbackKey] } }],
  ['a session token', { body: said, headers: { 'X-API-TOKEN': shop.postbackKey } }],
  ['in the address of a POST', { body: said, path: `/postback?key=${shop.postbackKey}` }],
]

test('without the right key nothing is told or written', async () => {
  const { ana, clickId } = await seller()
  for (const [name, { body, path = '/postback', headers = {} }] of wrongKeys(order(clickId))) {
    const given = headers as Record<string, string>
    const answer = await server.request('POST', path, { body, headers: given })
    expect({ name, status: answer.status, body: await answer.json() }).toEqual({
      name,
      status: 403,
      body: {},
    })
  }
  expect(await moneyOf(server, ana)).toEqual({})
})

test('a bare key in an address counts only where the terms allow it', async () => {
  const { clickId } = await seller()
  const query = (key: string) =>
    new URLSearchParams({ ...(order(clickId) as Record<string, string>), key }).toString()
  const refused = await server.request('GET', `/postback?${query(shop.postbackKey)}`)
  expect(refused.status).toBe(403)
  const open = await addShop(server, { allowGetKey: true })
  const theirs = await seller(open)
  const said = { ...(order(theirs.clickId) as Record<string, string>), key: open.postbackKey }
  const taken = await server.request('GET', `/postback?${new URLSearchParams(said).toString()}`)
  expect(taken.status).toBe(200)
  const [kept] = await calls(open)
  expect(kept?.raw).toContain('key=[key]')
})

test('keys are in nothing that is kept', async () => {
  const { clickId } = await seller()
  const said = { ...order(clickId), key: shop.postbackKey }
  expect((await server.request('POST', '/postback', { body: said })).status).toBe(200)
  const [found] = await server.deps.sql<{ found: number }[]>`
    select count(*)::int as found from postback_calls
    where raw like ${`%${shop.postbackKey}%`} or answer like ${`%${shop.postbackKey}%`}`
  expect(found).toEqual({ found: 0 })
  const rows = await server.deps.sql<{ sealed: string }[]>`select sealed from postback_keys`
  expect(rows.some(({ sealed }) => sealed.includes(shop.postbackKey))).toBe(false)
})

test('keys are in no log, whatever fails', async () => {
  const lines: string[] = []
  const note = (...said: unknown[]) => void lines.push(inspect(said, { depth: 10 }))
  const log = { debug: note, info: note, warn: note, error: note }
  const failing = await createTestServer({ sharedServer: server, log })
  const open = await addShop(server, { allowGetKey: true })
  const clickId = newClickId(Date.now())
  vi.spyOn(failing.deps.clicks, 'settle').mockRejectedValue(new Error('no clicks'))
  const said = new URLSearchParams({ ...order(clickId), key: open.postbackKey })
  expect((await failing.request('GET', `/postback?${said.toString()}`)).status).toBe(500)
  const body = { ...order(clickId), key: open.postbackKey }
  expect((await failing.request('POST', '/postback', { body })).status).toBe(500)
  const headers = { 'X-Postback-Key': open.postbackKey }
  expect(
    (await failing.request('POST', '/postback', { body: order(clickId), headers })).status,
  ).toBe(500)
  await failing.stop()
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(3)
  expect(lines.filter((line) => line.includes(open.postbackKey))).toEqual([])
})

type Signing = { key?: string; at?: number; name?: string; sent?: string }

async function signed(body: string, { key, at, name = shop.key, sent = body }: Signing = {}) {
  const stamp = String(Math.floor((at ?? Date.now()) / 1000))
  const hmac = createHmac('sha256', key ?? shop.postbackKey).update(`${stamp}.${body}`)
  const headers = {
    'X-Postback-Brand': name,
    'X-Postback-Timestamp': stamp,
    'X-Postback-Signature': `sha256=${hmac.digest('hex')}`,
    'Content-Type': 'application/json',
  }
  const init = { method: 'POST', headers, body: sent }
  const answer = await server.app.request('/postback', init)
  return { status: answer.status, body: (await answer.json()) as ReportAnswer['body'] }
}

test('a signature over time and body is as good as a key, until its time is over', async () => {
  const { ana, clickId } = await seller()
  const body = JSON.stringify(order(clickId))
  const old = Date.now() - 6 * 60_000
  expect((await signed(body, { at: old })).status).toBe(403)
  expect((await signed(body, { at: Date.now() + 6 * 60_000 })).status).toBe(403)
  expect((await signed(body, { key: 'another-key-of-some-length' })).status).toBe(403)
  expect((await signed(body, { name: 'nobody' })).status).toBe(403)
  expect((await signed(body, { sent: body.replace('80.00', '90.00') })).status).toBe(403)
  expect(await moneyOf(server, ana)).toEqual({})
  expect((await signed(body)).body).toEqual({ status: 'pending', commission: 8 })
  // A replayed call has no further effect.
  expect((await signed(body)).body).toEqual({ status: 'pending', commission: 8 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('of two signed calls about an order the later one counts, whichever comes first', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  const now = Date.now()
  await signed(JSON.stringify({ ...said, amount: '50' }), { at: now })
  await signed(JSON.stringify(said), { at: now - 60_000 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
})

test('while a brand changes its key both hold, and no third', async () => {
  const { setPostbackKey } = await import('../../../../server/money/conversions/postback-keys.ts')
  const changing = await addShop(server, { key: 'changing' })
  const { clickId } = await seller(changing)
  const next = (postbackKey: string) =>
    server.deps.db.transaction((tx) =>
      setPostbackKey(tx, server.deps.secrets, changing.id, postbackKey),
    )
  const use = async (postbackKey: string) =>
    (await tell(server, { ...changing, postbackKey }, order(clickId))).status
  await next('second-key-of-the-shop')
  await next('second-key-of-the-shop')
  expect([await use(changing.postbackKey), await use('second-key-of-the-shop')]).toEqual([200, 200])
  await next('third-key-of-the-shop')
  expect(await use(changing.postbackKey)).toBe(403)
  expect(await use('second-key-of-the-shop')).toBe(200)
  // After two weeks only the new key is valid, in a header as well as for signatures.
  const bySignature = async (key: string) => {
    const body = JSON.stringify(order(clickId))
    return (await signed(body, { key, name: changing.key ?? '' })).status
  }
  expect(await bySignature('second-key-of-the-shop')).toBe(200)
  await server.deps.sql`
    update postback_keys set ends_at = ends_at - interval '14 days'
    where brand_id = ${changing.id} and ends_at is not null`
  expect(await use('second-key-of-the-shop')).toBe(403)
  expect(await bySignature('second-key-of-the-shop')).toBe(403)
  expect(await use('third-key-of-the-shop')).toBe(200)
  expect(await bySignature('third-key-of-the-shop')).toBe(200)
  const taken = server.deps.db.transaction((tx) =>
    setPostbackKey(tx, server.deps.secrets, shop.id, 'third-key-of-the-shop'),
  )
  await expect(taken).rejects.toThrow('Another brand has that key.')
})

test('a click of another brand is no click of theirs', async () => {
  const { ana, clickId } = await seller()
  const other = await addShop(server)
  expect((await tell(server, other, order(clickId))).status).toBe(404)
  expect(await moneyOf(server, ana)).toEqual({})
})

test('who tries keys is slowed down, apart from everybody else', async () => {
  const guessed = await createTestServer({ sharedServer: server })
  const { clickId } = await seller()
  const statuses = new Set<number>()
  for (let tries = 0; tries < 70; tries += 1) {
    const headers = { 'X-Postback-Key': `guess-${tries}-${'x'.repeat(20)}` }
    statuses.add((await guessed.request('GET', '/postback', { headers })).status)
  }
  expect([...statuses]).toEqual([403, 429])
  await server.deps.sql`delete from throttle`
  expect((await tell(server, shop, order(clickId))).status).toBe(200)
  await guessed.stop()
})

test('raw calls go after thirty days', async () => {
  const { moneyUpkeep } = await import('../../../../server/money/conversions/money-job.ts')
  await server.deps.sql`update postback_calls set at = now() - interval '31 days'`
  expect(await moneyUpkeep(server.deps, {}, new AbortController().signal)).toBeUndefined()
  const [row] = await server.deps.sql<{ left: number }[]>`
    select count(*)::int as left from postback_calls`
  expect(row).toEqual({ left: 0 })
})
