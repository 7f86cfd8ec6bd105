import { expect, test } from 'vitest'
import { texts } from '#support/server/activity.ts'
import { DAY_MS, moneyOf } from '#support/server/money/conversions.ts'
import { startPayouts } from '#support/server/money/payouts.ts'

const { paypal, server, run, settle, requested, batched, latest, status } = await startPayouts()

test.each([
  ['RETURNED', 'The payment was not accepted within 30 days, so PayPal sent it back.'],
  ['BLOCKED', 'PayPal blocked the payment.'],
  ['REFUNDED', 'The payment was refunded at PayPal.'],
  ['REVERSED', 'PayPal reversed the payment.'],
  ['FAILED', 'PayPal could not pay to this address.'],
  ['DENIED', 'PayPal declined the payment.'],
])('%s returns the money with a reason and a notice', async (state, why) => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: [state] })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2, 3, 4]) await settle(minutes)
  const row = await latest(one.ana)
  expect(row).toMatchObject({ state: 'returned', note: why, fee: 0 })
  expect(await moneyOf(server, one.ana)).toMatchObject({ available: 2500, reserved: 0 })
  expect(await texts(one.ana, 'commission/rendered')).toContain(
    `${row?.number} was returned: $25.00 is back in your wallet. ${why}`,
  )
})

test('PayPal’s reason is shown in plain words', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['FAILED'], error: 'RECEIVER_ACCOUNT_LOCKED' })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({
    state: 'returned',
    note: 'The PayPal account of this address is locked.',
  })
})

test('a paid payout that PayPal reverses later is returned once', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['SUCCESS', 'REVERSED', 'REVERSED'] })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
  for (const days of [2, 4]) await settle((days * DAY_MS) / 60_000)
  expect(await latest(one.ana)).toMatchObject({ state: 'returned' })
  expect(await moneyOf(server, one.ana)).toMatchObject({ available: 2500, paid: 0 })
})

test('an unclaimed payout stays open and comes back after 30 days', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['UNCLAIMED'], error: 'RECEIVER_UNREGISTERED' })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2, 30]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  expect((await latest(one.ana))?.note).toMatch(
    /^PayPal holds \$25\.00 for pay-.+@pay\.example\. Accept it there within 30 days/,
  )
  expect(await moneyOf(server, one.ana)).toMatchObject({ available: 0, reserved: 2500 })
  for (const days of [29, 30]) await settle((days * DAY_MS) / 60_000)
  expect(paypal.requests.some((name) => name.endsWith('/cancel'))).toBe(false)
  for (const days of [32, 33]) await settle((days * DAY_MS) / 60_000)
  expect(await latest(one.ana)).toMatchObject({
    state: 'returned',
    note: 'No PayPal account accepted the payment within 30 days.',
  })
})

test('a payout on hold waits and is then paid', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['ONHOLD', 'SUCCESS'] })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({
    state: 'processing',
    note: 'PayPal is checking this payment. You don’t have to do anything.',
  })
  await settle(20)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid', note: '' })
})

test('a state that PayPal does not document changes nothing and is reported', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['TELEPORTED', 'SUCCESS'] })
  const batch = await batched()
  await run(`payouts send ${batch}`)
  for (const minutes of [1, 2]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  expect(await status()).toContain(`Payout ${one.id} has the unknown state TELEPORTED at PayPal.`)
  await settle(20)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})

test('a batch that PayPal denies returns all of its money', async () => {
  const all = [await requested(25), await requested(10)]
  paypal.batchState = 'DENIED'
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  for (const { ana } of all)
    expect(await latest(ana)).toMatchObject({
      state: 'returned',
      note: 'PayPal declined the payment.',
    })
})

test('results are read from all pages', async () => {
  const all = [await requested(10), await requested(10), await requested(10)]
  paypal.pageSize = 2
  paypal.statesOf = () => ({ states: ['SUCCESS'] })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  for (const { ana } of all) expect(await latest(ana)).toMatchObject({ state: 'paid' })
})

test('any call of PayPal makes the next run read open batches', async () => {
  const one = await requested(25)
  paypal.statesOf = () => ({ states: ['UNCLAIMED', 'SUCCESS'] })
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2]) await settle(minutes)
  await settle()
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  const body = { event_type: 'PAYMENT.PAYOUTS-ITEM.FAILED', resource: { sender_item_id: one.id } }
  expect((await server.request('POST', '/hooks/paypal', { body })).status).toBe(204)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  await settle()
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})
