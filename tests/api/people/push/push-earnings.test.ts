import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, selling, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startPushServer, type PushServer } from '#support/server/pushing.ts'

let on: PushServer
beforeAll(async () => {
  on = await startPushServer()
})
afterAll(() => on.stop())

test('a commission is pushed, encrypted, and leads to its own entry in the wallet (R-476)', async () => {
  const ana = await signUp(on.server)
  const browser = await on.browserOf(ana)
  const shop = await addShop(on.server)
  const { clickId } = await selling(on.server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '80.00' }
  expect((await tell(on.server, shop, order)).status).toBe(200)
  await on.arrived(1)
  const payload = on.read(browser)
  expect(payload).toMatchObject({
    title: 'Lamp',
    text: 'Earned you $8.00. It is pending.',
    group: 'commission',
  })
  const [, id] = /^\/wallet\/pending-earnings\?earning=(\d+)$/.exec(payload.url) ?? []
  const entry = await ana.send('GET', `/v1/bank/earnings/${id}/`)
  expect(await entry.json()).toMatchObject({ id: Number(id), amount: 8, state: 'pending' })
})
