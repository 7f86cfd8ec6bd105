import { describe, expect, test } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addShop, moneyOf, approved, addSeller, tell } from '#support/server/money/conversions.ts'
import { addVendor } from '#support/server/money/wallet.ts'
import {
  addHeldOrders,
  addMissingSale,
  addPayout,
  addUnknownCall,
} from '#support/server/staff/money-subjects.ts'
import { act, picks, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterNewFinance } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

const enter = () => enterNewFinance(server)
const entriesOf = (subject: string) => auditOf(server, subject)

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
    const address = `${server.deps.config.shortLinkHost}/${link}`
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

test('Tax forms are recorded and removed, and their payouts continue', async () => {
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
