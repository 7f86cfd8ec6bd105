import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clickId as newClickId } from '../../../server/clicks/click-id.ts'
import { currencyRates } from '../../../server/db/schema.ts'
import {
  addClick,
  addShop,
  addShopLink,
  DAY_MS,
  HOUR_MS,
  later,
  moneyOf,
  selling,
  tell,
  type Shop,
  type Told,
} from '#support/server/conversions.ts'
import { texts } from '#support/server/activity.ts'
import { changes, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
})
afterAll(() => server.stop())

const order = (clickId: string, more: object = {}) => ({
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

test('an order earns its percentage, and each order counts once (R-409, R-187, D-45)', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  const first = await tell(server, shop, said)
  expect(first).toEqual({ status: 200, body: { status: 'pending', commission: 8 } })
  expect(await tell(server, shop, said)).toEqual(first)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('the link carries what it sold and earned, and devices hear of it (R-151, R-152)', async () => {
  const { ana, link, clickId } = await seller()
  const { cursor } = await search(ana)
  await tell(server, shop, order(clickId))
  const second = order(clickId, { amount: '20' })
  await tell(server, shop, second)
  const read = await readLink(ana, { uuid: link.id })
  expect(read).toMatchObject({ lifetime_revenue: 100, lifetime_commissions: 10 })
  const { results } = await changes(ana, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.id])
  await tell(server, shop, { ...second, status: 'reversed', reason: 'Sent back' })
  const after = await readLink(ana, { uuid: link.id })
  expect(after).toMatchObject({ lifetime_revenue: 80, lifetime_commissions: 8 })
})

test('the person is told in the list of commissions (R-467)', async () => {
  const { ana, clickId } = await seller()
  await tell(server, shop, order(clickId))
  expect(await texts(ana, 'commission/rendered')).toEqual(['Lamp earned you $8.00. It is pending.'])
})

test('the same order sent ten times at once is one order', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(server, shop, said)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('an amount that changes before the approval appends the difference', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  await tell(server, shop, said)
  await tell(server, shop, { ...said, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  // The first call comes once more, late.
  await tell(server, shop, said)
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  const entries = await server.deps.sql<{ cents: string }[]>`
    select cents from ledger_entries where owner = ${ana.uuid} order by id`
  expect(entries.map(({ cents }) => Number(cents))).toEqual([800, 200])
})

test('a form and an address say the same as JSON', async () => {
  const { ana, clickId } = await seller()
  const form = order(clickId) as Record<string, string>
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const posted = await server.request('POST', '/postback', { form, headers })
  expect(await posted.json()).toEqual({ status: 'pending', commission: 8 })
  const query = new URLSearchParams(order(clickId) as Record<string, string>).toString()
  const got = await server.request('GET', `/postback?${query}`, { headers })
  expect(await got.json()).toEqual({ status: 'pending', commission: 8 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

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
  return { status: answer.status, body: (await answer.json()) as Told['body'] }
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
  // A replay is a repeat.
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
  const { setPostbackKey } = await import('../../../server/conversions/postback-keys.ts')
  const changing = await addShop(server)
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

test('a number of an order is another order at another brand', async () => {
  const other = await addShop(server)
  const [one, two] = [await seller(), await seller(other)]
  const said = order(one.clickId)
  await tell(server, shop, said)
  await tell(server, other, { ...said, click_id: two.clickId, amount: '10' })
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, two.ana)).toEqual({ pending: 100 })
})

test.each([
  ['below zero', { amount: '-80' }, 'amount'],
  ['below zero as a number', { amount: -80 }, 'amount'],
  ['with an exponent', { amount: '8e1' }, 'amount'],
  ['beyond all orders', { amount: '10000000.01' }, 'amount'],
  ['beyond all numbers', { amount: 1e308 }, 'amount'],
  ['of fractions of a cent', { amount: '80.005' }, 'amount'],
  ['no number', { amount: 'eighty' }, 'amount'],
  ['left out', { amount: undefined }, 'amount'],
  ['of yen with decimals', { amount: '80.5', currency: 'JPY' }, 'amount'],
  ['of a currency that is none', { currency: 'XYZ' }, 'currency'],
  ['of items that are more', { items: [{ amount: '81' }] }, 'items'],
  ['of a state that is none', { status: 'paid' }, 'status'],
  ['of no order', { order_id: '' }, 'order_id'],
  ['of a click that is none', { click_id: 'lamp' }, 'click_id'],
  ['reversed without a reason', { status: 'reversed' }, 'reason'],
])('an amount %s is refused by its field', async (_, wrong, field) => {
  const { ana, clickId } = await seller()
  const { status, body } = await tell(server, shop, { ...order(clickId), ...wrong })
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
    status: 400,
    fields: [field],
  })
  expect(await moneyOf(server, ana)).toEqual({})
})

test('half a cent goes to the even one, once an order (D-44)', async () => {
  const small = await addShop(server, {}, { rateBasisPoints: 5000 })
  const { clickId } = await seller(small)
  const commission = async (amount: string) =>
    (await tell(server, small, order(clickId, { amount }))).body.commission
  expect(await commission('0.01')).toBe(0)
  expect(await commission('0.03')).toBe(0.02)
  expect(await commission('0.05')).toBe(0.02)
})

test('a brand pays its rate, and the creator gets the share of it', async () => {
  const dear = await addShop(server, {}, { rateBasisPoints: 1250, shareBasisPoints: 8000 })
  const { ana, clickId } = await seller(dear)
  await tell(server, dear, order(clickId, { amount: '100' }))
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  expect(await moneyOf(server, { uuid: dear.id })).toEqual({ brand: -1250 })
})

test('items have rates of their own, and so have new customers', async () => {
  const rate = { rateBasisPoints: 1000, shareBasisPoints: 10_000, startsAt: new Date(0) }
  const wide = await addShop(server)
  await server.deps.sql`
    insert into brand_rates (brand_id, category, new_customers, rate_basis_points, share_basis_points, starts_at)
    values (${wide.id}, 'Toys', false, 2000, ${rate.shareBasisPoints}, ${rate.startsAt}),
      (${wide.id}, '', true, 3000, ${rate.shareBasisPoints}, ${rate.startsAt})`
  const { clickId } = await seller(wide)
  const items = [
    { amount: '50', category: 'Toys' },
    { amount: '30', category: 'Books' },
  ]
  const told = await tell(server, wide, order(clickId, { items }))
  expect(told.body.commission).toBe(13)
  const first = await tell(server, wide, order(clickId, { new_customer: true }))
  expect(first.body.commission).toBe(24)
})

test('a percentage that was cut after the click stays what it was at the click (D-44)', async () => {
  const cut = await addShop(server)
  const { clickId } = await seller(cut)
  await server.deps.sql`
    insert into brand_rates (brand_id, rate_basis_points, share_basis_points, starts_at)
    values (${cut.id}, 100, 10000, ${new Date(Date.now() - HOUR_MS / 2)})`
  expect((await tell(server, cut, order(clickId))).body.commission).toBe(8)
  const later = await addClick(server, await addShopLink(server, cut, await signUp(server)), {
    at: new Date(Date.now() - HOUR_MS / 4),
  })
  expect((await tell(server, cut, order(later))).body.commission).toBe(0.8)
})

test('other currencies are paid by the operator’s rate, with their own decimals', async () => {
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values([
    { currency: 'EUR', day, dollars: '1.08' },
    { currency: 'JPY', day, dollars: '0.0067' },
    { currency: 'KWD', day, dollars: '3.25' },
  ])
  const { ana, link, clickId } = await seller()
  const commission = async (amount: string, currency: string) =>
    (await tell(server, shop, order(clickId, { amount, currency }))).body.commission
  expect(await commission('100', 'EUR')).toBe(10.8)
  expect(await commission('15000', 'JPY')).toBe(10.05)
  expect(await commission('10.500', 'KWD')).toBe(3.41)
  const { lifetime_revenue } = await readLink(ana, { uuid: link.id })
  expect(lifetime_revenue).toBeCloseTo(108 + 100.5 + 34.12, 2)
})

test('an order without a rate is kept, and paid when the operator says one', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId, { amount: '200', currency: 'CHF' })
  expect((await tell(server, shop, said)).body).toEqual({ status: 'pending', commission: 0 })
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values({ currency: 'CHF', day, dollars: '1.1' })
  await later(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 2200 })
  // Frozen: another rate is for others.
  await server.deps.sql`update currency_rates set dollars = 2 where currency = 'CHF'`
  await tell(server, shop, { ...said, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1100 })
})

test('an order that comes before its click is counted waits for it', async () => {
  const ana = await signUp(server)
  const link = await addShopLink(server, shop, ana)
  const id = newClickId(Date.now())
  const said = order(id)
  expect(await tell(server, shop, said)).toMatchObject({ status: 202, body: { status: 'parked' } })
  await server.deps.sql`
    insert into click_events (id, link_id, brand_id, at, kind, visitor)
    values (${id}, ${link.id}, ${shop.id}, ${new Date(Date.now() - 8000)}, 2, '')`
  await later(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  await later(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a click that nobody knows is told so, kept and listed; a young one first waits', async () => {
  const alone = await addShop(server)
  const old = newClickId(Date.now() - 11 * 60_000)
  expect((await tell(server, alone, order(old))).status).toBe(404)
  const young = newClickId(Date.now())
  expect((await tell(server, alone, order(young))).status).toBe(202)
  const states = async () => (await calls(alone)).map(({ state }) => state)
  expect(await states()).toEqual(['unknown', 'parked'])
  await later(server, 11 * 60_000)
  expect(await states()).toEqual(['unknown', 'unknown'])
  // What never was an id of ours does not wait.
  expect((await tell(server, alone, order(randomUUID()))).status).toBe(404)
})

test('the window counts from the click to the order, not to the call', async () => {
  const { ana, link } = await seller()
  const at = new Date(Date.now() - 40 * DAY_MS)
  const clickId = await addClick(server, link, { at })
  const late = await tell(server, shop, order(clickId))
  expect(late.body.errors?.['ordered_at']?.[0]).toContain('after the window of 30 days')
  const ordered_at = new Date(at.getTime() + 20 * DAY_MS).toISOString()
  expect((await tell(server, shop, order(clickId, { ordered_at }))).status).toBe(200)
  const before = new Date(at.getTime() - DAY_MS).toISOString()
  expect((await tell(server, shop, order(clickId, { ordered_at: before }))).status).toBe(400)
  const ancient = new Date(Date.now() - 91 * DAY_MS).toISOString()
  expect((await tell(server, shop, order(clickId, { ordered_at: ancient }))).status).toBe(400)
  expect((await moneyOf(server, ana)).pending).toBe(800)
})

test('a code stands for its creator, and the terms say which of both counts', async () => {
  const [one, two] = [await seller(), await seller()]
  const both = { code: two.link.shortCode }
  await tell(server, shop, { ...order(one.clickId), ...both })
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  await tell(server, shop, { ...order(''), ...both })
  expect(await moneyOf(server, two.ana)).toEqual({ pending: 800 })
  const byCode = await addShop(server, { attribution: 'code_first' })
  const [three, four] = [await seller(byCode), await seller(byCode)]
  await tell(server, byCode, order(three.clickId, { code: four.link.shortCode }))
  expect(await moneyOf(server, four.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, three.ana)).toEqual({})
  const foreign = await tell(server, byCode, order('', both))
  expect(foreign.status).toBe(404)
})

test('who tries keys is slowed down, apart from everybody else', async () => {
  const guessed = await createTestServer({ shares: server })
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
  const { moneyUpkeep } = await import('../../../server/conversions/money-job.ts')
  await server.deps.sql`update postback_calls set at = now() - interval '31 days'`
  await moneyUpkeep(server.deps, {}, new AbortController().signal)
  const [row] = await server.deps.sql<{ left: number }[]>`
    select count(*)::int as left from postback_calls`
  expect(row).toEqual({ left: 0 })
})

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')

async function ruleOf(ana: Person): Promise<string | null | undefined> {
  const [row] = await server.deps.sql<{ hold_rule: string | null }[]>`
    select hold_rule from conversions where user_id = ${ana.uuid} order by id desc limit 1`
  return row?.hold_rule
}

test('what looks odd is held, never refused', async () => {
  const own = await seller()
  const customer = sha256(own.ana.email)
  const held = await tell(server, shop, order(own.clickId, { customer }))
  expect(held).toEqual({ status: 200, body: { status: 'pending', commission: 8, held: true } })
  expect(await ruleOf(own.ana)).toBe('own-customer')
  expect(await moneyOf(server, own.ana)).toEqual({ held: 800 })

  const byKind = async (kind: number) => {
    const { ana, link } = await seller()
    await tell(server, shop, order(await addClick(server, link, { kind })))
    return ruleOf(ana)
  }
  expect(await byKind(6)).toBe('own-device')
  for (const kind of [3, 4, 5]) expect(await byKind(kind)).toBe('no-person')
  expect(await byKind(1)).toBeNull()

  const quick = await seller()
  const at = new Date(Date.now() - 1000)
  await tell(server, shop, order(await addClick(server, quick.link, { at })))
  expect(await ruleOf(quick.ana)).toBe('too-quick')

  const many = await seller()
  for (let orders = 0; orders < 5; orders += 1) await tell(server, shop, order(many.clickId))
  expect(await ruleOf(many.ana)).toBeNull()
  await tell(server, shop, order(many.clickId))
  expect(await ruleOf(many.ana)).toBe('many-orders')

  const twin = await seller()
  await server.deps.sql`
    insert into wallets (user_id, paypal_email)
    values (${twin.ana.uuid}, 'same@pay.example'), (${randomUUID()}, 'same@pay.example')`
  await tell(server, shop, order(twin.clickId))
  expect(await ruleOf(twin.ana)).toBe('shared-payout')
})
