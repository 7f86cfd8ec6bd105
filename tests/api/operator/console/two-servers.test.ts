import { expect, test } from 'vitest'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { addHeldOrders } from '#support/server/staff/money-subjects.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const first = await startTestServer()
const second = await startTestServer({ sharedServer: first })
fakeDatesPerTest()

test('a session and a decision on one server are valid on the other', async () => {
  const { ids } = await addHeldOrders(first)
  const ben = await enterConsole(first, 'finance')
  const headers = { cookie: ben.cookie }
  const pageOn = async (server: typeof first) =>
    (await server.request('GET', '/console/money/orders', { headers })).text()
  expect(await pageOn(second)).toContain(`name="pick-${ids[0]}"`)
  const form = { subject: `order ${ids[0]}`, why: 'Confirmed' }
  expect((await ben.post('/console/actions/order.approve', form)).status).toBe(303)
  expect(await pageOn(second)).not.toContain(`name="pick-${ids[0]}"`)
  const audit = await second.request('GET', `/console/audit?subject=order%20${ids[0]}`, { headers })
  expect(await audit.text()).toContain('Approved an order')
  expect((await ben.post('/console/sign-out')).status).toBe(303)
  expect((await second.request('GET', '/console/money/orders', { headers })).status).toBe(303)
})
