import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EarningDetail, Earnings } from '#contract/money/earnings.ts'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import {
  addClick,
  addShop,
  addShopLink,
  DAY_MS,
  settleLater,
  callsOf,
  moneyOf,
  tell,
  type Shop,
  addSeller,
  newOrder,
  latestEarning,
} from '#support/server/money/conversions.ts'
import { visit } from '#support/server/links/short-links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })

const seller = (of: Shop = shop) => addSeller(server, of)

const calls = (of: Shop) => callsOf(server, of)

test('an order that arrives before its click is counted waits for the click', async () => {
  const ana = await signUp(server)
  const link = await addShopLink(server, shop, ana)
  const id = newClickId(Date.now())
  const said = newOrder(id)
  expect(await tell(server, shop, said)).toMatchObject({ status: 202, body: { status: 'parked' } })
  await server.deps.sql`
    insert into click_events (id, link_id, brand_id, at, kind, visitor)
    values (${id}, ${link.id}, ${shop.id}, ${new Date(Date.now() - 8000)}, 2, '')`
  await settleLater(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  await settleLater(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('orders sent at the moment of their clicks are not lost (R-187)', async () => {
  const ana = await signUp(server)
  const there = await addShop(server, { clickParam: 'subid' })
  const link = await addShopLink(server, there, ana)
  const orders = Array.from({ length: 5 }, async () => {
    const { location } = await visit(server, `/s/${link.shortCode}`)
    const clickId = new URL(location ?? '').searchParams.get('subid') ?? ''
    return (await tell(server, there, newOrder(clickId))).status
  })
  for (const status of await Promise.all(orders)) expect([200, 202]).toContain(status)
  // Some orders may be held for review because they came so quickly after the click. The sum
  // includes them.
  const all = async () => {
    await server.deps.clicks.settle()
    await settleLater(server, 0)
    const { pending = 0, held = 0 } = await moneyOf(server, ana)
    return pending + held
  }
  await expect.poll(all, { timeout: 20_000 }).toBe(5 * 800)
})

test('an order with an unknown click is answered with 404 and listed; a recent one waits first', async () => {
  const alone = await addShop(server)
  const old = newClickId(Date.now() - 11 * 60_000)
  expect((await tell(server, alone, newOrder(old))).status).toBe(404)
  const young = newClickId(Date.now())
  expect((await tell(server, alone, newOrder(young))).status).toBe(202)
  const states = async () => (await calls(alone)).map(({ state }) => state)
  expect(await states()).toEqual(['unknown', 'parked'])
  await settleLater(server, 11 * 60_000)
  expect(await states()).toEqual(['unknown', 'unknown'])
  // An order with an id that we never issued is refused at once.
  expect((await tell(server, alone, newOrder(randomUUID()))).status).toBe(404)
})

test('the attribution window runs from the click to the order, not to the call', async () => {
  const { ana, link } = await seller()
  const at = new Date(Date.now() - 40 * DAY_MS)
  const clickId = await addClick(server, link, { at })
  const late = await tell(server, shop, newOrder(clickId))
  expect(late.body.errors?.['ordered_at']?.[0]).toContain('after the attribution window of 30 days')
  const ordered_at = new Date(at.getTime() + 20 * DAY_MS).toISOString()
  expect((await tell(server, shop, newOrder(clickId, { ordered_at }))).status).toBe(200)
  const before = new Date(at.getTime() - DAY_MS).toISOString()
  expect((await tell(server, shop, newOrder(clickId, { ordered_at: before }))).status).toBe(400)
  const ancient = new Date(Date.now() - 91 * DAY_MS).toISOString()
  expect((await tell(server, shop, newOrder(clickId, { ordered_at: ancient }))).status).toBe(400)
  expect((await moneyOf(server, ana)).pending).toBe(800)
  // Each brand has its own attribution window.
  const brief = await addShop(server, { windowDays: 5 })
  const { link: other } = await seller(brief)
  const ago = (days: number) =>
    addClick(server, other, { at: new Date(Date.now() - days * DAY_MS) })
  const gone = await tell(server, brief, newOrder(await ago(6)))
  expect(gone.body.errors?.['ordered_at']?.[0]).toContain('after the attribution window of 5 days')
  expect((await tell(server, brief, newOrder(await ago(4)))).status).toBe(200)
})

/** Returns the details of the user's latest earning. */
const storyOf = async (ana: Person) =>
  ana.get<EarningDetail>(`/v1/bank/earnings/${await latestEarning(server, ana)}/`)

test('a code credits its creator, and the terms decide between code and click', async () => {
  const [one, two] = [await seller(), await seller()]
  const both = { code: two.link.shortCode }
  await tell(server, shop, { ...newOrder(one.clickId), ...both })
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect(await storyOf(one.ana)).toMatchObject({ attributed_by: 'click', click: { country: '' } })
  await tell(server, shop, { ...newOrder(''), ...both })
  expect(await moneyOf(server, two.ana)).toEqual({ pending: 800 })
  expect(await storyOf(two.ana)).toMatchObject({ attributed_by: 'code', click: null })
  const byCode = await addShop(server, { attribution: 'code_first' })
  const [three, four] = [await seller(byCode), await seller(byCode)]
  await tell(server, byCode, newOrder(three.clickId, { code: four.link.shortCode }))
  expect(await moneyOf(server, four.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, three.ana)).toEqual({})
  expect((await tell(server, byCode, newOrder('', both))).status).toBe(404)
})

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')

async function ruleOf(ana: Person): Promise<string | null | undefined> {
  const [row] = await server.deps.sql<{ hold_rule: string | null }[]>`
    select hold_rule from conversions where user_id = ${ana.uuid} order by id desc limit 1`
  return row?.hold_rule
}

/** Returns what the user sees of the only held earning, and the text of the rule that holds it. */
async function toldOf(ana: Person) {
  const { results } = await ana.get<Earnings>('/v1/bank/pending_earnings/')
  const held = results.flatMap((one) => one.held ?? [])
  expect(held).toHaveLength(1)
  const days = (Date.parse(held[0]?.look_again_at ?? '') - Date.now()) / DAY_MS
  return { rule: held[0]?.rule, why: held[0]?.why, days: Math.round(days) }
}

/** Sends an order of a new creator, changed by `odd`, and returns the creator. */
async function sell(odd: (made: Awaited<ReturnType<typeof addSeller>>) => Promise<object>) {
  const made = await seller()
  await tell(server, shop, { ...made.order, ...(await odd(made)) })
  return made.ana
}

const clickOf = (options: Parameters<typeof addClick>[2]) =>
  sell(async ({ link }) => ({ click_id: await addClick(server, link, options) }))

async function manyOrders() {
  const { ana, clickId } = await seller()
  for (let orders = 0; orders < 5; orders += 1) await tell(server, shop, newOrder(clickId))
  expect(await ruleOf(ana)).toBeNull()
  await tell(server, shop, newOrder(clickId))
  return ana
}

const sharedAddress = () =>
  sell(async ({ ana }) => {
    await server.deps.sql`
      insert into wallets (user_id, paypal_email)
      values (${ana.uuid}, 'same@pay.example'), (${randomUUID()}, 'same@pay.example')`
    return {}
  })

const ownCustomer = () => sell(async ({ ana }) => ({ customer: sha256(ana.email) }))

const AUTOMATED =
  'The click looked like a bot or a link preview. The hold ends automatically unless the shop objects.'

test.each([
  ['own-customer', 'The order was made with the email address of your account.', ownCustomer],
  ['own-device', 'The click came from one of your own devices.', () => clickOf({ kind: 6 })],
  ['no-person', AUTOMATED, () => clickOf({ kind: 3 })],
  ['no-person', AUTOMATED, () => clickOf({ kind: 4 })],
  ['no-person', AUTOMATED, () => clickOf({ kind: 5 })],
  [
    'too-quick',
    'The order came within five seconds of the click.',
    () => clickOf({ at: new Date(Date.now() - 1000) }),
  ],
  ['many-orders', 'There were more than five orders from one click.', manyOrders],
  ['shared-payout', 'Another account has the same payout address as yours.', sharedAddress],
])('a suspicious order is held for review, not refused: %s', async (rule, why, sold) => {
  expect(await toldOf(await sold())).toEqual({ rule, why, days: 7 })
})

test('a held order is reported as held and credited to the held balance', async () => {
  const { ana, clickId } = await seller()
  const customer = sha256(ana.email)
  const held = await tell(server, shop, newOrder(clickId, { customer }))
  expect(held).toEqual({ status: 200, body: { status: 'pending', commission: 8, held: true } })
  expect(await moneyOf(server, ana)).toEqual({ held: 800 })
  expect(await ruleOf(await clickOf({ kind: 1 }))).toBeNull()
})
