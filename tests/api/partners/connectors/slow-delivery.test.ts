import { randomInt, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { addShop, moneyOf, selling } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { connectShop } from '#support/server/shops/connected-shop.ts'
import { created, shopifyOrder } from '#support/server/shops/shopify.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const MAX_ANSWER_MS = 4000

/** Lets the time for an answer pass at once. Other timers are not changed. */
function endTheWait() {
  const setTimer = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout')
  spy.mockImplementation((run, ms, ...args) =>
    setTimer(run, ms === MAX_ANSWER_MS ? 0 : ms, ...args),
  )
  return spy
}

test('a delivery that takes more than four seconds is answered with 503 and finished later', async () => {
  const shop = await addShop(server, { name: 'Kitchen', key: randomUUID() })
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  const connected = await connectShop(server, shop, 'shopify')
  const order = created(shopifyOrder({ id: randomInt(1e9), clickId }), randomUUID())
  const timers = endTheWait()
  await server.deps.sql.begin(async (tx) => {
    // The order waits for its creator.
    await tx`select id from users where id = ${ana.uuid} for update`
    expect(await connected.send(order)).toBe(503)
    expect(await connected.log()).toEqual([])
  })
  timers.mockRestore()
  await vi.waitFor(async () => expect(await connected.log()).toMatchObject([{ outcome: 'order' }]))
  // Shopify repeats it under the same id.
  expect(await connected.send(order)).toBe(200)
  expect(await connected.log()).toMatchObject([{ outcome: 'order', times: 2 }])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})
