import { randomUUID } from 'node:crypto'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { setPostbackKey } from '../../../../server/money/conversions/postback-keys.ts'
import { bookSettlement, fundOrders } from '../../../../server/money/conversions/funding.ts'
import { settleMoney } from '../../../../server/money/conversions/money-job.ts'
import { brandRates, brands, clickEvents } from '../../../../server/platform/db/schema.ts'
import type { BrandRow } from '../../../../server/money/conversions/rates.ts'
import { sumsOf } from '../../../../server/money/ledger/balance.ts'
import { signUp, type Person } from '../people.ts'
import { addLink, type StoredLink } from '../links/short-links.ts'
import type { Reachable, TestServer } from '../test-app.ts'

/** Part of a server needed to store data. */
export type WithDeps = Pick<TestServer, 'deps'>

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

export type Shop = BrandRow & { postbackKey: string }

/**
 * Creates a brand with a commission of 10 %, all of which goes to the creator, and a key to report
 * orders.
 */
export async function addShop(
  server: WithDeps,
  terms: Partial<typeof brands.$inferInsert> = {},
  rate: Partial<typeof brandRates.$inferInsert> = {},
): Promise<Shop> {
  const { db, secrets } = server.deps
  const postbackKey = `key-${randomUUID()}`
  const brand = await db.transaction(async (tx) => {
    const values = { name: 'Kitchen', commissionBasisPoints: 1000, ...terms }
    const [row] = await tx.insert(brands).values(values).returning()
    if (!row) throw new Error('no brand')
    await tx.insert(brandRates).values({
      brandId: row.id,
      rateBasisPoints: 1000,
      shareBasisPoints: 10_000,
      startsAt: new Date(Date.now() - 400 * DAY_MS),
      ...rate,
    })
    await setPostbackKey(tx, secrets, row.id, postbackKey)
    return row
  })
  return { ...brand, postbackKey }
}

export const addShopLink = (server: WithDeps, shop: Shop, person: Person): Promise<StoredLink> =>
  addLink(server, { userId: person.uuid, brandId: shop.id, name: 'Lamp', treatAsInNetwork: true })

type ClickOptions = { at?: Date; kind?: number; brandId?: string | null }

/** Stores a click as it is after counting. */
export async function addClick(
  server: WithDeps,
  link: StoredLink,
  {
    at = new Date(Date.now() - HOUR_MS),
    kind = KIND.unique,
    brandId = link.brandId,
  }: ClickOptions = {},
): Promise<string> {
  const id = clickId(at.getTime())
  await server.deps.db
    .insert(clickEvents)
    .values({ id, linkId: link.id, brandId, at, kind, visitor: '0123456789abcdef' })
  return id
}

export type ReportAnswer = {
  status: number
  body: { status?: string; commission?: number } & ErrorBody
}
type ErrorBody = { errors?: Record<string, string[]>; held?: boolean }

/** Sends an order as a shop does, with its key in a header. */
export async function tell(server: Reachable, shop: Shop, body: object): Promise<ReportAnswer> {
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const answer = await server.request('POST', '/postback', { body, headers })
  return { status: answer.status, body: (await answer.json()) as ReportAnswer['body'] }
}

/** Runs the timed steps of money as of this many milliseconds later. */
export const settleLater = (server: WithDeps, ms: number) =>
  settleMoney(server.deps, new Date(Date.now() + ms))

export const moneyOf = (server: WithDeps, person: { uuid: string }) =>
  sumsOf(server.deps.db, person.uuid)

/** Creates a person's link to a shop and a click on it. */
export async function selling(server: WithDeps, shop: Shop, person: Person) {
  const link = await addShopLink(server, shop, person)
  return { link, clickId: await addClick(server, link) }
}

/** Returns an order of a click, which is not sent yet. Its amount is $80 by default. */
export const newOrder = (clickId: string, more: object = {}) => ({
  click_id: clickId,
  order_id: randomUUID(),
  amount: '80.00',
  ...more,
})

/** Creates a creator with a link to the shop, a click on it and an order, which is not sent yet. */
export async function addSeller(server: TestServer, shop: Shop, more: object = {}) {
  const ana = await signUp(server)
  const { link, clickId } = await selling(server, shop, ana)
  return { ana, link, clickId, order: newOrder(clickId, more) }
}

export const approved = (order: object) => ({ ...order, status: 'approved' })
export const reversed = (order: object) => ({ ...order, status: 'reversed', reason: 'Sent back' })

/**
 * Books a payment of the shop and covers its orders. The id is missing if the payment was booked
 * before.
 */
export async function settle(
  { deps: { db } }: WithDeps,
  shop: Shop,
  cents: number,
  { reference, at = new Date() }: { reference?: string; at?: Date } = {},
) {
  const payment = { brandId: shop.id, cents, reference: reference ?? randomUUID(), at }
  const id = await db.transaction((tx) => bookSettlement(tx, payment))
  return { id, covered: await fundOrders(db, shop.id, at) }
}

/** Returns the id of the user's latest earning. */
export async function latestEarning({ deps }: WithDeps, { uuid }: { uuid: string }) {
  const [row] = await deps.sql<{ id: number }[]>`
    select id from conversions where user_id = ${uuid} order by id desc limit 1`
  if (!row) throw new Error('no earning')
  return row.id
}

/** Switches the bonus on or off for all users of the server. */
export const setBonus = ({ deps }: WithDeps, value: object = { on: true, paid_by: 'Split' }) =>
  deps.sql`
    insert into operator_settings (key, value) values ('bonus', ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`

/** Returns the stored calls of a shop, oldest first. */
export const callsOf = ({ deps }: TestServer, { id }: Shop) =>
  deps.sql<{ raw: string; state: string; status: number }[]>`
    select raw, state, status from postback_calls where brand_id = ${id} order by id`
