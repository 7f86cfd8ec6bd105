import { expect, test } from 'vitest'
import { addShop, tell, addSeller } from '#support/server/money/conversions.ts'
import { startPushServer } from '#support/server/pushing.ts'

const on = await startPushServer()

test('a commission is pushed, encrypted, with the address of its entry in the wallet (R-476)', async () => {
  const shop = await addShop(on.server)
  const { ana, order } = await addSeller(on.server, shop)
  const browser = await on.browserOf(ana)
  expect((await tell(on.server, shop, order)).status).toBe(200)
  await on.arrived(1)
  const payload = on.read(browser)
  expect(payload).toMatchObject({
    title: 'Lamp',
    text: 'Earned you $8.00. It is pending.',
    group: 'commission',
  })
  const [, id] = /^\/wallet\/pending-earnings\?earning=(\d+)$/.exec(payload.url) ?? []
  const expected = { id: Number(id), amount: 8, state: 'pending' }
  expect(await ana.get(`/v1/bank/earnings/${id}/`)).toMatchObject(expected)
})
