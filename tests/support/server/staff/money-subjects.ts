import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { approvePayouts, markPaid, openBatch } from '../../../../server/money/wallet/payouts.ts'
import { addSeller, addShop, HOUR_MS, newOrder, selling, tell } from '../money/conversions.ts'
import { addEarner, addInstantShop, addVendor, redeem } from '../money/wallet.ts'
import { signUp } from '../people.ts'
import type { TestServer } from '../test-app.ts'

const why = 'Confirmed by the shop'

/** Adds a creator with several held orders. */
export async function addHeldOrders(server: TestServer) {
  const shop = await addShop(server)
  const { ana, order } = await addSeller(server, shop)
  const orders = Array.from({ length: 12 }, () => newOrder(order.click_id))
  for (const one of orders) await tell(server, shop, one)
  const rows = await server.deps.sql<{ id: number }[]>`
    select id from conversions where state = 'held' and user_id = ${ana.uuid} order by id`
  return { person: ana, ids: rows.map(({ id }) => id) }
}

/** Adds a call of a shop with an unknown click. Returns its id and a link of a creator. */
export async function addUnknownCall(server: TestServer) {
  const { link } = await addSeller(server, await addShop(server))
  const shop = await addShop(server)
  await tell(server, shop, newOrder(clickId(Date.now() - HOUR_MS)))
  const [call] = await server.deps.sql<{ id: number }[]>`
    select id from postback_calls where brand_id = ${shop.id}`
  return { id: call?.id ?? 0, link: link.shortCode }
}

/** Adds a sale that a creator reports as missing. Returns its id and the link of the creator. */
export async function addMissingSale(server: TestServer) {
  const person = await signUp(server)
  const { link } = await selling(server, await addShop(server), person)
  const day = new Date().toISOString().slice(0, 10)
  const body = { day, shop: 'Kitchen', order_number: crypto.randomUUID(), note: 'From <b>me</b>' }
  const sent = await person.send('POST', '/v1/bank/missing_sales/', body)
  const { result } = (await sent.json()) as { result: { id: number } }
  return { person, id: result.id, orderNumber: body.order_number, link: link.shortCode }
}

/** Adds a requested payout that waits for a review. */
export async function addPayout(server: TestServer, dollars = 25) {
  const person = await addEarner(server, await addInstantShop(server), dollars)
  const { body } = await redeem(person, { value: dollars })
  return { person, ...body.result }
}

/** Opens a batch with one payout. Returns the ids of both. */
export async function addBatch(server: TestServer, method: 'hand' | 'open') {
  const { db } = server.deps
  const { id } = await addPayout(server)
  await approvePayouts(db, [id], new Date())
  const batch = await openBatch(db, new Date(), method)
  return { batchId: batch?.batchId ?? 0, id }
}

/** Creates what a money action of the console can be tried on. Returns the fields of its form. */
export const MONEY_SUBJECTS: Record<
  string,
  (server: TestServer) => Promise<Record<string, string>>
> = {
  'order.approve': async (server) => ({
    subject: `order ${(await addHeldOrders(server)).ids[0]}`,
    why,
  }),
  'order.reverse': async (server) => ({
    subject: `order ${(await addHeldOrders(server)).ids[0]}`,
    why,
  }),
  async 'order.assign'(server) {
    const { id, link } = await addUnknownCall(server)
    return { subject: `call ${id}`, link }
  },
  async 'order.import'(server) {
    const shop = await addShop(server)
    const { clickId: click } = await selling(server, shop, await signUp(server))
    return {
      subject: 'file orders',
      file: `brand,order_id,click_id,amount\n${shop.key},o-${click},${click},10`,
    }
  },
  async 'sale.accept'(server) {
    const { id, link } = await addMissingSale(server)
    return { subject: `sale ${id}`, link, amount: '80.00' }
  },
  'sale.decline': async (server) => ({ subject: `sale ${(await addMissingSale(server)).id}`, why }),
  'payout.approve': async (server) => ({ subject: `payouts ${(await addPayout(server)).id}` }),
  'payout.paid': async (server) => ({
    subject: `payouts ${(await addPayout(server)).id}`,
    ref: 'PP-1',
    fee: '0.35',
  }),
  'payout.reject': async (server) => ({ subject: `payouts ${(await addPayout(server)).id}`, why }),
  async 'payout.return'(server) {
    const { id } = await addPayout(server)
    const paid = { reference: 'PP-2', feeCents: 0, at: new Date() }
    await markPaid(server.deps.db, [id], paid)
    return { subject: `payouts ${id}`, why }
  },
  async 'payout.open'(server) {
    await approvePayouts(server.deps.db, [(await addPayout(server)).id], new Date())
    return { subject: 'batch by hand' }
  },
  'payout.send': async (server) => ({
    subject: `batch ${(await addBatch(server, 'open')).batchId}`,
  }),
  'payout.export': async (server) => ({
    subject: `batch ${(await addBatch(server, 'hand')).batchId}`,
  }),
  'payout.year': async () => ({ subject: 'year 2026' }),
  'tax-form.record': async (server) => ({
    subject: `user ${(await signUp(server)).uuid}`,
    since: '2026-01-31',
  }),
  async 'vouchers.import'(server) {
    const { key: vendor } = await addVendor(server)
    return { subject: 'file gift-cards', vendor, file: `value,code\n25,CARD-${vendor}` }
  },
  'brand.settle': async (server) => ({
    subject: `brand ${(await addShop(server)).key}`,
    amount: '100.00',
    ref: 'INV-1',
  }),
}
