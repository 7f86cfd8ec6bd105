import { expect } from 'vitest'
import { addSeller, addShop } from '../money/conversions.ts'
import type { TestServer } from '../test-app.ts'
import { connectShop, type ShopEvent } from './connected-shop.ts'

/** Adds a brand with a connected Shopify shop, and ways to send its events. */
export async function addShopifyShop(server: TestServer) {
  const shop = await addShop(server, { name: 'Kitchen' })
  const shopify = await connectShop(server, shop, 'shopify')

  let orders = 820_982_911_946_154
  /** Returns a creator with a click, and the number of a new order. */
  async function seller(of = shop) {
    orders += 10
    const { ana, clickId, link } = await addSeller(server, of)
    return { ana, clickId, link, id: orders }
  }

  /** Sends events one after the other, which are all accepted. Returns the newest entries of the log. */
  async function sendAll(events: ShopEvent[], to = shopify) {
    const statuses = []
    for (const event of events) statuses.push(await to.send(event))
    expect(statuses).toEqual(events.map(() => 200))
    return (await to.log()).slice(0, events.length).toReversed()
  }

  const outcomes = async (...args: Parameters<typeof sendAll>) =>
    (await sendAll(...args)).map(({ outcome }) => outcome)

  return { shop, shopify, seller, sendAll, outcomes }
}
