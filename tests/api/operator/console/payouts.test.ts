import { expect, test } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { moneyOf } from '#support/server/money/conversions.ts'
import { requestsOf } from '#support/server/money/wallet.ts'
import { addPayout } from '#support/server/staff/money-subjects.ts'
import { act, picks, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterNewFinance } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

const enter = () => enterNewFinance(server)
const entriesOf = (subject: string) => auditOf(server, subject)

test('payouts are approved, put into a batch, downloaded and recorded as paid once', async () => {
  const one = await addPayout(server, 25)
  const two = await addPayout(server, 10)
  const ben = await enter()
  const query = `pick-${one.id}=on&pick-${two.id}=on`
  expectParts((await ben.get('/console/money/payouts')).html, one.number, two.number, '$25.00')
  const review = await ben.get(`/console/money/payouts/decide?${query}`)
  expectParts(textOf(review.html), '2 payouts, $35.00 in total.', 'Approve: 2 payouts, $35.00')
  expectNoParts(review.html, 'Record as returned')
  const both = { subject: 'payouts', ...picks(one.id, two.id) }
  expect((await act(ben, 'payout.approve', both)).status).toBe(303)
  const opening = { subject: 'batch by hand', back: '/console/money/payouts' }
  expect((await act(ben, 'payout.open', opening)).status).toBe(303)
  const again = await act(ben, 'payout.open', opening)
  expect(again.html).toContain('No payouts are ready.')
  const { html } = await ben.get('/console/money/payouts')
  const [path = '', batch = ''] = /\/console\/money\/payouts\/batches\/(\d+)/.exec(html) ?? []
  expectParts(textOf((await ben.get(path)).html), '2 payouts, $35.00. 2 not paid yet.')
  const file = await act(ben, 'payout.export', { subject: `batch ${batch}` })
  expect(file.headers.get('content-disposition')).toContain(`payouts-${batch}.csv`)
  expectParts(file.html, `${batch},${one.id},${one.number},paypal,`, ',25.00,USD', ',10.00,USD')
  expect(await entriesOf(`batch ${batch}`)).toMatchObject([{ action: 'payout.export' }])

  const unnamed = await act(ben, 'payout.paid', { ...both, fee: '0.35', ref: ' ' })
  expect(unnamed.html).toContain('Enter the reference of the payment')
  const paid = { ...both, fee: '0.35', ref: 'PP-9' }
  expect((await act(ben, 'payout.paid', paid)).status).toBe(303)
  const twice = await act(ben, 'payout.paid', paid)
  expectParts(twice.html, 'Nothing was changed', `Payout ${one.id} is paid and was not changed.`)
  expect(await moneyOf(server, one.person)).toMatchObject({ paid: 2500, reserved: 0 })
  const [row] = (await requestsOf(one.person)).results
  expect(row).toMatchObject({ state: 'paid', reference: 'PP-9', fee: 0.35 })
  const [, entry] = await entriesOf(`payouts ${one.id}`)
  expect(entry).toMatchObject({ action: 'payout.paid', after: { ref: 'PP-9', fee: '0.35' } })

  const back = await act(ben, 'payout.return', {
    subject: `payouts ${one.id}`,
    why: 'The address is closed',
  })
  expect(back.status).toBe(303)
  expect(await moneyOf(server, one.person)).toMatchObject({ available: 2500, paid: 0 })
  expect(textOf((await ben.get(path)).html)).toContain('Returned')
})

test('payouts are rejected with a reason that the user reads', async () => {
  const payout = await addPayout(server)
  const ben = await enter()
  const form = { subject: `payouts ${payout.id}` }
  expect((await act(ben, 'payout.reject', form)).html).toContain('Say why.')
  await act(ben, 'payout.reject', { ...form, why: 'Confirm your address first' })
  const [row] = (await requestsOf(payout.person)).results
  expect(row).toMatchObject({ state: 'rejected', note: 'Confirm your address first' })
  const gone = await act(ben, 'payout.reject', { subject: 'payouts 999999', why: 'x' })
  expect(gone.html).toContain('This payout does not exist any more.')
})

test('payouts cannot be sent through PayPal without its settings', async () => {
  const ben = await enter()
  expect((await ben.get('/console/money/payouts')).html).not.toContain('for PayPal')
  const sent = await act(ben, 'payout.send', { subject: 'batch 1' })
  expect(sent.html).toContain('PayPal is not set up.')
  expect((await ben.get('/console/money/payouts/batches/999999')).status).toBe(404)
  expect((await ben.get('/console/money/payouts/decide')).html).toContain('Nothing is chosen')
})

test('payouts of a year are downloaded with names and sums, after a code', async () => {
  const { person, id } = await addPayout(server, 25)
  await sql`insert into receipt_details (user_id, legal_name, address)
    values (${person.uuid}, '=Ana Ltd', 'Sample Street 1, Sampletown')`
  const ben = await enter()
  await act(ben, 'payout.paid', { subject: `payouts ${id}`, ref: 'PP-3', fee: '0.25' })
  const year = new Date().getUTCFullYear()
  const page = await ben.get('/console/money/year')
  expect(page.html).toContain(`value="year ${year}"`)
  const file = await act(ben, 'payout.year', { subject: `year ${year}` })
  expect(file.html).toContain(
    `${person.uuid},${person.email},'=Ana Ltd,"Sample Street 1, Sampletown",,25.00,0.00,0.25`,
  )
  expect((await act(ben, 'payout.year', { subject: 'year 26' })).html).toContain('Enter a year')
  await sql`update staff_sessions set proven_at = now() - interval '1 hour'`
  expect((await act(ben, 'payout.year', { subject: `year ${year}` })).status).toBe(428)
})
