import { randomUUID } from 'node:crypto'
import type { Redemption, RedemptionDetail, Redemptions } from '#contract/money/wallet.ts'
import type * as v from 'valibot'
import {
  charities,
  giftCardVendors,
  users,
  wallets,
} from '../../../../server/platform/db/schema.ts'
import { eq } from 'drizzle-orm'
import { addShop, selling, tell, type Shop, type WithDeps } from './conversions.ts'
import { PASSWORD, signUp, type Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const REDEEM = '/v1/shop/paypal/redeem'
export const VOUCHER = '/v1/shop/vouchers/redeem'

/** Creates a brand whose commissions are available at once. */
export const addInstantShop = (server: TestServer) =>
  addShop(server, { pays: 'guaranteed', minHoldHours: 0, returnDays: 0 })

/**
 * Creates a person with this many dollars available, from an approved order of ten times the
 * amount.
 */
export async function addEarner(
  server: TestServer,
  shop: Shop,
  dollars: number,
): Promise<Person & { order: object }> {
  const ana = await signUp(server)
  await confirm(server, ana)
  const order = await earn(server, shop, ana, dollars)
  return { ...ana, order }
}

export async function confirm({ deps }: WithDeps, ana: Person): Promise<void> {
  const emailConfirmedAt = new Date()
  await deps.db.update(users).set({ emailConfirmedAt }).where(eq(users.id, ana.uuid))
  const paypalEmail = `pay-${randomUUID()}@pay.example`
  await deps.db.insert(wallets).values({ userId: ana.uuid, paypalEmail })
}

export async function earn(server: TestServer, shop: Shop, ana: Person, dollars: number) {
  const { clickId } = await selling(server, shop, ana)
  const amount = (dollars * 10).toFixed(2)
  const order = { click_id: clickId, order_id: randomUUID(), amount, status: 'approved' }
  const response = await tell(server, shop, order)
  if (response.status !== 200) throw new Error(`no order: ${JSON.stringify(response)}`)
  return order
}

export type Answered = {
  status: number
  body: { result: Redemption & Partial<RedemptionDetail>; errors?: Record<string, string[]> }
}

/**
 * Requests a payout, with the password that all kinds but PayPal need. `undefined` omits the
 * password.
 */
export async function redeem(
  ana: Person,
  body: object,
  { path = REDEEM, key }: { path?: string; key?: string } = {},
): Promise<Answered> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  const answer = await ana.send('POST', path, { password: PASSWORD, ...body }, headers)
  return { status: answer.status, body: (await answer.json()) as Answered['body'] }
}

/** Returns a payout request with the code of its gift card, which needs the password. */
export async function cardOf(ana: Person, id: number, password = PASSWORD): Promise<Answered> {
  const answer = await ana.send('POST', `/v1/bank/redemptions/${id}/code/`, { password })
  return { status: answer.status, body: (await answer.json()) as Answered['body'] }
}

export async function requestsOf(ana: Person) {
  const answer = await ana.send('GET', '/v1/bank/redemptions/')
  return (await answer.json()) as v.InferOutput<typeof Redemptions>
}

export const balanceOf = async (ana: Person) => (await requestsOf(ana)).balance

export async function addCharity({ deps }: WithDeps, name = 'Sea Rescue') {
  const [row] = await deps.db
    .insert(charities)
    .values({ key: randomUUID(), name, text: 'Saves lives.' })
    .returning()
  if (!row) throw new Error('no charity')
  return row
}

export async function addVendor({ deps }: WithDeps, name = 'Bookshop') {
  const [row] = await deps.db
    .insert(giftCardVendors)
    .values({ key: randomUUID(), name })
    .returning()
  if (!row) throw new Error('no vendor')
  return row
}
