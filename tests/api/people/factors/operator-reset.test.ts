import { expect, test, vi } from 'vitest'
import { RECOVERY_HOURS } from '#contract/people/factors.ts'
import { addAuthenticator, fakeDatesPerTest } from '#support/server/factors.ts'
import { addEarner, addInstantShop, redeem } from '#support/server/money/wallet.ts'
import { PASSWORD, signIn } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { resetFactorsCommand } from '../../../../server/operator/reset-factors.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)
fakeDatesPerTest()

test('a reset by the operator holds money and gift card codes for 72 hours', async () => {
  const earner = await addEarner(server, shop, 95)
  await addAuthenticator(earner)
  const { db, config } = server.deps
  const reset = resetFactorsCommand(['reset-factors'])
  expect(await reset?.({ email: earner.email, why: 'Seen by video' })?.(db, config)).toContain(
    'cannot redeem for 72 hours',
  )
  const back = await signIn(server, earner)
  const held = 'Your second factor was reset in the last 72 hours.'
  const refused = await redeem(back, { value: 10 })
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { non_field_errors: [`${held} Redeem after that.`] } },
  })
  const password = { password: PASSWORD }
  const code = await back.send('POST', '/v1/bank/redemptions/1/code', password)
  expect([code.status, await code.json()]).toEqual([
    400,
    { errors: { non_field_errors: [`${held} See the code after that.`] } },
  ])
  vi.setSystemTime(Date.now() + (RECOVERY_HOURS + 1) * 60 * 60_000)
  expect((await redeem(back, { value: 10 })).status).toBeLessThan(300)
})
