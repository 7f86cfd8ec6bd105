import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settlePayouts } from '../../../../server/money/paypal/payouts-job.ts'
import { texts } from '#support/server/activity.ts'
import type { Mishap } from '#support/server/hosts/paypal.ts'
import { DAY_MS, moneyOf } from '#support/server/money/conversions.ts'
import { startPayouts } from '#support/server/money/payouts.ts'
import { addCharity, addEarner, redeem } from '#support/server/money/wallet.ts'

const {
  paypal,
  server,
  shop,
  run,
  settle,
  requested,
  batched,
  latest,
  creations,
  status,
  failNext,
} = await startPayouts()

test('a batch is sent, paid once, and every step is shown', async () => {
  const one = await requested(25)
  const two = await requested(10)
  const batch = await batched()
  expect(await run(`payouts send ${batch}`, { 'dry-run': true })).toMatch(
    /^Batch \d+: 2 payouts, 35\.00 USD\. Nothing was sent to 127\.0\.0\.1:\d+\.$/,
  )
  await settle()
  expect(paypal.requests).toEqual([])
  expect(await run(`payouts send ${batch}`)).toMatch(
    /^Batch \d+: 2 payouts, 35\.00 USD\. The server/,
  )
  await settle(1)
  await settle(2)
  expect(await status()).toContain(`batch ${batch}: 2 PENDING, PayPal’s fees $0.50`)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  await settle(3)
  const row = await latest(one.ana)
  expect(row).toMatchObject({ state: 'paid', amount: 25, fee: 0, note: '' })
  expect(row?.reference).toMatch(/^T-ITEM\d+$/)
  expect(row?.history.map(({ state, why }) => [state, why])).toEqual([
    ['in_review', ''],
    ['requested', ''],
    ['processing', ''],
    ['processing', 'Sent through PayPal.'],
    ['paid', ''],
  ])
  expect(await moneyOf(server, two.ana)).toMatchObject({ available: 0, reserved: 0, paid: 1000 })
  expect(await texts(one.ana, 'commission/rendered')).toContain(`${row?.number} was paid: $25.00.`)
  expect(creations()).toHaveLength(1)
  expect(paypal.items.map(({ senderItemId, value }) => [senderItemId, value])).toEqual([
    [String(one.id), '25.00'],
    [String(two.id), '10.00'],
  ])
  expect(await status()).toMatch(/payouts +none on their way/)
})

test.each([
  'lost',
  'lost before',
  'error',
  'error before',
  'cut',
  'busy',
  'ended',
] satisfies Mishap[])('a request treated as “%s” pays once', async (mishap) => {
  const one = await requested(25)
  const batch = await batched()
  await run(`payouts send ${batch}`)
  failNext('POST /v1/payments/payouts', mishap)
  for (const minutes of [1, 10, 20, 30, 40]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
  expect(paypal.items).toHaveLength(1)
  expect(await moneyOf(server, one.ana)).toMatchObject({ reserved: 0, paid: 2500 })
})

test('a server that stops while PayPal is slow pays once', async () => {
  const one = await requested(25)
  await run(`payouts send ${await batched()}`)
  failNext('POST /v1/payments/payouts', 'held')
  const stopping = new AbortController()
  paypal.onHeld = () => stopping.abort()
  await settlePayouts(server.deps, new Date(Date.now() + 60_000), stopping.signal)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  for (const minutes of [10, 20, 30]) await settle(minutes)
  expect(creations()).toHaveLength(2)
  expect(paypal.items).toHaveLength(1)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})

test('reads are repeated until PayPal answers, and an expired token is replaced', async () => {
  const one = await requested(25)
  await run(`payouts send ${await batched()}`)
  await settle(1)
  failNext('GET', 'busy', 'lost', 'error', 'cut', 'ended')
  await settle(2)
  expect(await status()).toContain('PayPal did not return the batch (status 429).')
  // PayPal asked to wait for two minutes.
  const before = paypal.requests.length
  await settle(3)
  expect(paypal.requests).toHaveLength(before)
  for (const minutes of [20, 40, 60, 80, 100]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})

test('without a token nothing is sent, and the batch says why', async () => {
  const one = await requested(25)
  const batch = await batched()
  await run(`payouts send ${batch}`)
  paypal.endTokens()
  failNext('POST /v1', 'ended', 'error before')
  await settle(1)
  expect(paypal.items).toEqual([])
  expect(await status()).toContain(`batch ${batch}: 1 waiting. PayPal gave no access token`)
  for (const minutes of [20, 40, 60]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})

test('a batch that PayPal refuses can be corrected and sent again', async () => {
  const one = await requested(25)
  const two = await requested(10)
  const batch = await batched()
  await run(`payouts send ${batch}`)
  const issue = 'Receiver is invalid or does not match with type'
  const details = [{ field: 'items[1].receiver', location: 'body', issue }]
  paypal.refusal = [400, { name: 'VALIDATION_ERROR', message: 'Invalid request', details }]
  await settle(1)
  expect(await status()).toContain(`payout ${two.id}.receiver: ${issue}`)
  expect(await run(`payouts rejected ${two.id}`, { why: 'Check your PayPal address.' })).toBe(
    '1 payout is rejected.',
  )
  paypal.refusal = undefined
  await run(`payouts send ${batch}`)
  for (const minutes of [2, 3, 4]) await settle(minutes)
  expect(paypal.items.map(({ senderItemId }) => senderItemId)).toEqual([String(one.id)])
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
  expect(await moneyOf(server, two.ana)).toMatchObject({ available: 1000 })
})

test('a refusal after a lost answer does not free the batch for another payment', async () => {
  const one = await requested(25)
  const batch = await batched()
  await run(`payouts send ${batch}`)
  failNext('POST /v1/payments/payouts', 'lost before')
  await settle(1)
  paypal.refusal = [422, { name: 'INSUFFICIENT_FUNDS', message: 'Sender has no funds.' }]
  await settle(10)
  const file = join(server.deps.config.dataDir, 'refused.csv')
  expect(await run(`payouts export ${file}`, { batch: String(batch) })).toContain('refused: ')
  paypal.refusal = undefined
  for (const minutes of [80, 90, 100]) await settle(minutes)
  expect(await latest(one.ana)).toMatchObject({ state: 'paid' })
})

test('after 25 days without an answer the operator decides, because PayPal could pay twice', async () => {
  const one = await requested(25)
  const batch = await batched()
  await run(`payouts send ${batch}`)
  paypal.mishap = (name) => (name === 'POST /v1/payments/payouts' ? 'lost before' : 'none')
  await settle(1)
  expect(await run(`payouts paid ${one.id}`, { ref: 'X' })).toContain('was sent to PayPal')
  const sent = creations().length
  await settle((26 * DAY_MS) / 60_000)
  expect(creations()).toHaveLength(sent)
  expect(await status()).toContain(`Look for the batch ${batch} in PayPal’s activity`)
  expect(await run(`payouts paid ${one.id}`, { ref: 'X' })).toBe('1 payout is paid.')
})

test('a batch of another installation with the same number is not taken over', async () => {
  const one = await requested(25)
  const batch = await batched()
  paypal.batches.set('PPOTHER', {
    paypalId: 'PPOTHER',
    senderBatchId: String(batch),
    state: 'SUCCESS',
    items: [
      {
        itemId: 'I1',
        senderItemId: '1',
        receiver: 'x@pay.example',
        value: '25.00',
        currency: 'USD',
        states: ['SUCCESS'],
      },
    ],
  })
  await run(`payouts send ${batch}`)
  await settle(1)
  expect(await status()).toContain(`PayPal has another batch with the number ${batch} (PPOTHER).`)
  expect(await latest(one.ana)).toMatchObject({ state: 'processing' })
  const file = join(server.deps.config.dataDir, 'other.csv')
  expect(await run(`payouts export ${file}`, { batch: String(batch) })).toContain(
    '1 payout with $25.00',
  )
})

test('a batch is paid by hand or sent, never both', async () => {
  const one = await requested(25)
  const two = await requested(10)
  const batch = await batched()
  const file = join(server.deps.config.dataDir, 'both.csv')
  await run(`payouts send ${batch}`)
  const again = { batch: String(batch) }
  expect(await run(`payouts export ${file}`, again)).toBe(
    `refused: Batch ${batch} was sent through PayPal and cannot be paid by hand.`,
  )
  for (const verb of ['paid', 'rejected'])
    expect(await run(`payouts ${verb} ${one.id}`, { ref: 'X', why: 'X' })).toContain(
      `${one.id} is processing and was sent to PayPal, and was not changed.`,
    )
  await settle(1)
  await run(`payouts send ${batch}`)
  for (const minutes of [2, 3, 4]) await settle(minutes)
  expect(creations()).toHaveLength(1)
  expect(await latest(two.ana)).toMatchObject({ state: 'paid' })

  const three = await requested(25)
  const next = await batched()
  expect(await run(`payouts paid ${three.id}`, { ref: 'X' })).toBe('1 payout is paid.')
  const refused = `refused: Batch ${next} was exported or paid by hand and cannot be sent.`
  expect(await run(`payouts send ${next}`)).toBe(refused)
  await requested(25)
  expect(await run(`payouts export ${file}`)).toContain('1 payout')
  expect(await run(`payouts send ${next + 1}`)).toContain('was exported or paid by hand')
})

test('donations are left for the file', async () => {
  const charity = await addCharity(server)
  const ana = await addEarner(server, shop, 25)
  const { id } = (await redeem(ana, { value: 25, charity_id: charity.id })).body.result
  await run(`payouts approve ${id}`)
  expect(await run('payouts batch')).toBe('No PayPal payouts are ready.')
  const file = join(server.deps.config.dataDir, 'charity.csv')
  expect(await run(`payouts export ${file}`)).toContain('1 payout with $25.00')
})

test('wrong numbers and missing settings are refused', async () => {
  expect(await run('payouts send 999999')).toBe('refused: There is no batch 999999.')
  expect(await run('payouts send')).toContain('refused: Name a batch.')
  expect(await run('payouts send 1 2')).toBe('refused: Send one batch at a time.')
  expect(await run('payouts batch 1')).toContain('refused: ')
})
