import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import {
  addShop,
  callsOf,
  moneyOf,
  tell,
  type Shop,
  type ReportAnswer,
  addSeller,
  newOrder,
} from '#support/server/money/conversions.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })

const seller = (of: Shop = shop) => addSeller(server, of)

const calls = (of: Shop) => callsOf(server, of)

const wrongKeys = (
  said: object,
): [string, { body?: object; path?: string; headers?: Record<string, string> }][] => [
  ['none', { body: said }],
  ['one that nobody has', { body: said, headers: { 'X-Postback-Key': `key-${randomUUID()}` } }],
  ['an empty one', { body: said, headers: { 'X-Postback-Key': '' } }],
  ['a wrong one in the body', { body: { ...said, key: 'guess-guess-guess-guess' } }],
  ['a list', { body: { ...said, key: [shop.postbackKey] } }],
  ['a session token', { body: said, headers: { 'X-API-TOKEN': shop.postbackKey } }],
  ['in the address of a POST', { body: said, path: `/postback?key=${shop.postbackKey}` }],
]

test('an order without the right key is refused without details', async () => {
  const { ana, clickId } = await seller()
  for (const [name, { body, path = '/postback', headers = {} }] of wrongKeys(newOrder(clickId))) {
    const answer = await server.request('POST', path, { body, headers })
    expect([name, answer.status, await answer.json()]).toEqual([name, 403, {}])
  }
  expect(await moneyOf(server, ana)).toEqual({})
})

test('a key in the query string is accepted only if the brand’s terms allow it', async () => {
  const { clickId } = await seller()
  const query = (key: string) => new URLSearchParams({ ...newOrder(clickId), key }).toString()
  expect((await server.request('GET', `/postback?${query(shop.postbackKey)}`)).status).toBe(403)
  const open = await addShop(server, { allowGetKey: true })
  const theirs = await seller(open)
  const said = { ...theirs.order, key: open.postbackKey }
  const taken = await server.request('GET', `/postback?${new URLSearchParams(said).toString()}`)
  expect(taken.status).toBe(200)
  const [kept] = await calls(open)
  expect(kept?.raw).toContain('key=[key]')
})

test('keys are not stored in plain text', async () => {
  const { clickId } = await seller()
  const said = { ...newOrder(clickId), key: shop.postbackKey }
  expect((await server.request('POST', '/postback', { body: said })).status).toBe(200)
  const [found] = await server.deps.sql<{ found: number }[]>`
    select count(*)::int as found from postback_calls
    where raw like ${`%${shop.postbackKey}%`} or answer like ${`%${shop.postbackKey}%`}`
  expect(found).toEqual({ found: 0 })
  const rows = await server.deps.sql<{ sealed: string }[]>`select sealed from postback_keys`
  expect(rows.some(({ sealed }) => sealed.includes(shop.postbackKey))).toBe(false)
})

test('keys are not logged when a request fails', async () => {
  const lines: string[] = []
  const note = (...said: unknown[]) => void lines.push(inspect(said, { depth: 10 }))
  const log = { debug: note, info: note, warn: note, error: note }
  const failing = await createTestServer({ sharedServer: server, log })
  const open = await addShop(server, { allowGetKey: true })
  const clickId = newClickId(Date.now())
  vi.spyOn(failing.deps.clicks, 'settle').mockRejectedValue(new Error('no clicks'))
  const said = new URLSearchParams({ ...newOrder(clickId), key: open.postbackKey })
  expect((await failing.request('GET', `/postback?${said.toString()}`)).status).toBe(500)
  const body = { ...newOrder(clickId), key: open.postbackKey }
  expect((await failing.request('POST', '/postback', { body })).status).toBe(500)
  expect((await tell(failing, open, newOrder(clickId))).status).toBe(500)
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

test('a signature of time and body replaces the key, for five minutes', async () => {
  const { ana, clickId } = await seller()
  const body = JSON.stringify(newOrder(clickId))
  const wrong: Signing[] = [
    { at: Date.now() - 6 * 60_000 },
    { at: Date.now() + 6 * 60_000 },
    { key: 'another-key-of-some-length' },
    { name: 'nobody' },
    { sent: body.replace('80.00', '90.00') },
  ]
  for (const one of wrong) expect((await signed(body, one)).status).toBe(403)
  expect(await moneyOf(server, ana)).toEqual({})
  expect((await signed(body)).body).toEqual({ status: 'pending', commission: 8 })
  // A replayed call has no further effect.
  expect((await signed(body)).body).toEqual({ status: 'pending', commission: 8 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('the later of two signed calls counts, whichever arrives first', async () => {
  const { ana, clickId } = await seller()
  const said = newOrder(clickId)
  const now = Date.now()
  await signed(JSON.stringify({ ...said, amount: '50' }), { at: now })
  await signed(JSON.stringify(said), { at: now - 60_000 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
})

test('the previous key of a brand stays valid for two weeks, older ones do not', async () => {
  const { setPostbackKey } = await import('../../../../server/money/conversions/postback-keys.ts')
  const changing = await addShop(server, { key: 'changing' })
  const { clickId } = await seller(changing)
  const next = (postbackKey: string) =>
    server.deps.db.transaction((tx) =>
      setPostbackKey(tx, server.deps.secrets, changing.id, postbackKey),
    )
  const withKey = async (postbackKey: string) =>
    (await tell(server, { ...changing, postbackKey }, newOrder(clickId))).status
  await next('second-key-of-the-shop')
  await next('second-key-of-the-shop')
  expect(await withKey(changing.postbackKey)).toBe(200)
  expect(await withKey('second-key-of-the-shop')).toBe(200)
  await next('third-key-of-the-shop')
  expect(await withKey(changing.postbackKey)).toBe(403)
  expect(await withKey('second-key-of-the-shop')).toBe(200)
  // After two weeks only the new key is valid, in a header as well as for signatures.
  const bySignature = async (key: string) => {
    const body = JSON.stringify(newOrder(clickId))
    return (await signed(body, { key, name: changing.key ?? '' })).status
  }
  expect(await bySignature('second-key-of-the-shop')).toBe(200)
  await server.deps.sql`
    update postback_keys set ends_at = ends_at - interval '14 days'
    where brand_id = ${changing.id} and ends_at is not null`
  expect(await withKey('second-key-of-the-shop')).toBe(403)
  expect(await bySignature('second-key-of-the-shop')).toBe(403)
  expect(await withKey('third-key-of-the-shop')).toBe(200)
  expect(await bySignature('third-key-of-the-shop')).toBe(200)
  const taken = server.deps.db.transaction((tx) =>
    setPostbackKey(tx, server.deps.secrets, shop.id, 'third-key-of-the-shop'),
  )
  await expect(taken).rejects.toThrow('Another brand has that key.')
})

test('an order with a click of another brand is refused', async () => {
  const { ana, clickId } = await seller()
  const other = await addShop(server)
  expect((await tell(server, other, newOrder(clickId))).status).toBe(404)
  expect(await moneyOf(server, ana)).toEqual({})
})

test('guessing keys is rate limited, without effect on others', async () => {
  const guessed = await createTestServer({ sharedServer: server })
  const { clickId } = await seller()
  const statuses = new Set<number>()
  for (let tries = 0; tries < 70; tries += 1) {
    const headers = { 'X-Postback-Key': `guess-${tries}-${'x'.repeat(20)}` }
    statuses.add((await guessed.request('GET', '/postback', { headers })).status)
  }
  expect([...statuses]).toEqual([403, 429])
  await server.deps.sql`delete from throttle`
  expect((await tell(server, shop, newOrder(clickId))).status).toBe(200)
  await guessed.stop()
})

test('raw calls are deleted after thirty days', async () => {
  const { moneyUpkeep } = await import('../../../../server/money/conversions/money-job.ts')
  await server.deps.sql`update postback_calls set at = now() - interval '31 days'`
  expect(await moneyUpkeep(server.deps, {}, new AbortController().signal)).toBeUndefined()
  const [row] = await server.deps.sql<{ left: number }[]>`
    select count(*)::int as left from postback_calls`
  expect(row).toEqual({ left: 0 })
})
