import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDates } from '#support/server/factors.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addShop, moneyOf, approved, addSeller, tell } from '#support/server/money/conversions.ts'
import { addVendor, requestsOf } from '#support/server/money/wallet.ts'
import {
  addHeldOrders,
  addMissingSale,
  addPayout,
  addUnknownCall,
} from '#support/server/staff/money-subjects.ts'
import { enterConsole, type Member } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
beforeEach(() => void fakeDates())
afterEach(() => void vi.useRealTimers())

let members = 0
const enter = () => enterConsole(server, 'finance', `finance-${(members += 1)}@staff.example`)
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const act = (ben: Member, action: string, form: Record<string, string>) =>
  ben.post(`/console/actions/${action}`, form)
const picks = (...ids: number[]) => ({
  many: 'yes',
  ...Object.fromEntries(ids.map((id) => [`pick-${id}`, 'on'])),
})
const entriesOf = (subject: string) => sql<{ action: string; who: string; after: unknown }[]>`
  select action, who, after from audit_entries where subject = ${subject} order by position`

describe('Orders', () => {
  test('several held orders are decided at once, each with its own entry', async () => {
    const { person, ids } = await addHeldOrders(server)
    const [first = 0, second = 0, third = 0] = ids
    const ben = await enter()
    const page = await ben.get('/console/money/orders')
    expectParts(page.html, person.email, `name="pick-${first}"`, 'Approve', 'Decline')
    const form = { subject: 'order', why: 'The shop confirms', back: '/console/money/orders' }
    const done = await act(ben, 'order.approve', { ...form, ...picks(first, second) })
    expect(done.headers.get('location')).toBe('/console/money/orders')
    await act(ben, 'order.reverse', { ...form, ...picks(third) })
    const states = await sql<{ state: string }[]>`
      select state from conversions where id in (${first}, ${second}, ${third}) order by id`
    expect(states.map(({ state }) => state)).toEqual(['approved', 'approved', 'reversed'])
    for (const id of [first, second])
      expect(await entriesOf(`order ${id}`)).toMatchObject([
        { action: 'order.approve', who: 'Ben Sample' },
      ])
    const { html } = await ben.get('/console/money/orders')
    expectNoParts(html, `pick-${first}"`, `pick-${third}"`)
  })

  test('orders that were decided meanwhile are named, and the others are stored', async () => {
    const { ids } = await addHeldOrders(server)
    const [first = 0, second = 0] = ids
    const ben = await enter()
    const form = { subject: 'order', why: 'Fine', back: '/console/money/orders' }
    await act(ben, 'order.approve', { ...form, ...picks(first) })
    const mixed = await act(ben, 'order.approve', { ...form, ...picks(first, second) })
    expect(mixed.status).toBe(400)
    expectParts(mixed.html, 'Not everything was changed', `Order ${first} is approved already.`)
    expect(await entriesOf(`order ${second}`)).toHaveLength(1)
    const none = await act(ben, 'order.approve', { ...form, many: 'yes' })
    expectParts(none.html, 'Nothing was changed', 'Choose at least one row.')
  })

  test('a call with an unknown click is assigned to a link once', async () => {
    const { id, link } = await addUnknownCall(server)
    const ben = await enter()
    expect((await ben.get('/console/money/orders')).html).toContain(`call ${id}`)
    const form = { subject: `call ${id}`, back: '/console/money/orders' }
    const missing = await act(ben, 'order.assign', { ...form, link: 'none-such' })
    expect(missing.html).toContain('this link does not exist')
    const address = `https://split.example/s/${link}`
    expect((await act(ben, 'order.assign', { ...form, link: address })).status).toBe(303)
    expect((await ben.get('/console/money/orders')).html).not.toContain(`call ${id}`)
    expect((await act(ben, 'order.assign', { ...form, link })).status).toBe(400)
  })

  test('all orders can be filtered by brand and status', async () => {
    const shop = await addShop(server, { key: 'lists', name: 'Lists <i>Ltd</i>' })
    const { ana, order } = await addSeller(server, shop, { order_id: 'L-1', amount: '12.30' })
    await tell(server, shop, order)
    const ben = await enter()
    const own = (await ben.get('/console/money/all-orders?brand=lists')).html
    expectParts(own, 'L-1', ana.email, '12.30 USD', 'Lists &lt;i&gt;Ltd&lt;/i&gt;')
    const other = (await ben.get('/console/money/all-orders?brand=lists&state=reversed')).html
    expectParts(other, 'No orders')
  })

  test('a file of orders is imported after a code, and its wrong lines are named', async () => {
    const shop = await addShop(server, { key: 'files' })
    const { clickId } = await addSeller(server, shop)
    const ben = await enter()
    await sql`update staff_sessions set proven_at = now() - interval '1 hour'`
    const { csrf = '' } = hiddenFields((await ben.get('/console/account')).html)
    const body = new FormData()
    const lines = ['brand,order_id,click_id,amount', `files,f1,${clickId},10`, 'nobody,f2,,10']
    for (const [name, value] of Object.entries({ csrf, subject: 'file orders' }))
      body.set(name, value)
    body.set('file', new File([lines.join('\r\n')], 'orders.csv'))
    const asked = await server.request('POST', '/console/actions/order.import', {
      body,
      headers: { cookie: ben.cookie },
    })
    expect(asked.status).toBe(428)
    const fields = hiddenFields(await asked.text())
    const code = ben.nextCode()
    const done = await act(ben, 'order.import', { ...fields, code })
    expect(done.status).toBe(400)
    expectParts(
      done.html,
      'Not everything was changed',
      '1 of 2 orders were accepted.',
      'line 3: there is no brand nobody',
    )
    const wrong = await act(ben, 'order.import', { subject: 'file orders', file: 'a,b\n1,2' })
    expect(wrong.html).toContain('The file has no column brand, order_id, amount.')
  })
})

test('Missing sales are accepted with an amount or declined with a reason', async () => {
  const sale = await addMissingSale(server)
  const other = await addMissingSale(server)
  const ben = await enter()
  const page = await ben.get('/console/money/sales')
  expectParts(page.html, sale.orderNumber, sale.person.email, 'From &lt;b&gt;me&lt;/b&gt;')
  const form = { subject: `sale ${sale.id}`, link: sale.link }
  const wrong = await act(ben, 'sale.accept', { ...form, amount: '12,30' })
  expect(wrong.html).toContain('Enter an amount like 12.30.')
  expect((await act(ben, 'sale.accept', { ...form, amount: '80.00' })).status).toBe(303)
  expect(await moneyOf(server, sale.person)).toEqual({ pending: 800 })
  // A second submission changes nothing.
  expect((await act(ben, 'sale.accept', { ...form, amount: '80.00' })).status).toBe(400)
  expect(await moneyOf(server, sale.person)).toEqual({ pending: 800 })
  await act(ben, 'sale.decline', { subject: `sale ${other.id}`, why: 'The shop has no such order' })
  expectNoParts((await ben.get('/console/money/sales')).html, sale.orderNumber, other.orderNumber)
})

describe('Payouts', () => {
  test('are approved, put into a batch, downloaded and recorded as paid once', async () => {
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

  test('are rejected with a reason that the person reads', async () => {
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

  test('cannot be sent through PayPal where it is not set up', async () => {
    const ben = await enter()
    expect((await ben.get('/console/money/payouts')).html).not.toContain('for PayPal')
    const sent = await act(ben, 'payout.send', { subject: 'batch 1' })
    expect(sent.html).toContain('PayPal is not set up.')
    expect((await ben.get('/console/money/payouts/batches/999999')).status).toBe(404)
    expect((await ben.get('/console/money/payouts/decide')).html).toContain('Nothing is chosen')
  })

  test('of a year are downloaded with names and sums, after a code', async () => {
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
})

test('Gift cards are imported once, and wrong lines are named', async () => {
  const vendor = await addVendor(server, 'Book <b>shop</b>')
  const ben = await enter()
  const form = { subject: 'file gift-cards', vendor: vendor.key, back: '/console/money/cards' }
  const wrong = await act(ben, 'vouchers.import', { ...form, file: 'value,code\nabc,X-1' })
  expectParts(wrong.html, 'No gift card was added.', 'line 2: the value must be an amount')
  const file = 'value,code,ends\n25,AAA-1,\n25,AAA-2,2099-01-31'
  for (let n = 0; n < 2; n += 1)
    expectParts(
      (await act(ben, 'vouchers.import', { ...form, file })).html,
      `Added ${n === 0 ? 2 : 0} gift cards of ${vendor.key}.`,
    )
  const text = textOf((await ben.get('/console/money/cards')).html)
  expect(text).toContain('Book &lt;b&gt;shop&lt;/b&gt; $25.00 2 0 2099-01-31')
  const nowhere = await act(ben, 'vouchers.import', { ...form, vendor: 'none', file })
  expect(nowhere.html).toContain('There is no vendor none.')
})

test('Tax forms are recorded and removed, and their payouts go on', async () => {
  const { person, id } = await addPayout(server)
  await sql`update redemptions set waits_for_form = true where id = ${id}`
  const ben = await enter()
  const path = '/console/money/forms'
  expect((await ben.get(path)).html).toContain(person.email)
  const form = { subject: `user ${person.uuid}` }
  expect((await act(ben, 'tax-form.record', { ...form, since: '31.1.2026' })).html).toContain(
    'Enter a day',
  )
  await act(ben, 'tax-form.record', { ...form, since: '2026-01-31' })
  expect((await ben.get(path)).html).not.toContain(person.email)
  const search = `${path}?email=${encodeURIComponent(person.email)}`
  expect((await ben.get(search)).html).toContain('Since 2026-01-31')
  await act(ben, 'tax-form.record', { ...form, since: 'none' })
  expect((await ben.get(search)).html).toContain('Record a form')
})

test('a payment of a brand is booked once', async () => {
  const shop = await addShop(server, { key: 'paying', minHoldHours: 0 })
  const { ana, order } = await addSeller(server, shop, { amount: '100' })
  await tell(server, shop, approved(order))
  const ben = await enter()
  const form = { subject: 'brand paying', amount: '12.50', ref: 'INV-1' }
  expect((await act(ben, 'brand.settle', { ...form, amount: '0' })).html).toContain(
    'greater than 0',
  )
  expectParts(
    (await act(ben, 'brand.settle', form)).html,
    '$12.50 of paying is booked. It covers 1 order.',
  )
  expect((await act(ben, 'brand.settle', form)).html).toContain('INV-1 of paying is already booked')
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000 })
})
